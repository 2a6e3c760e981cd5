/** Stands in for @vscode/spdlog, VS Code's native log writer: the same files, written in plain JavaScript. */
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

export const version = 0;

export class Logger {
  private readonly file: string;
  private level = 2;
  private raw = false;

  constructor(_name: string, file: string) {
    this.file = file;
    mkdirSync(path.dirname(file), { recursive: true });
  }

  trace(message: string): void {
    this.write(0, message);
  }
  debug(message: string): void {
    this.write(1, message);
  }
  info(message: string): void {
    this.write(2, message);
  }
  warn(message: string): void {
    this.write(3, message);
  }
  error(message: string): void {
    this.write(4, message);
  }
  critical(message: string): void {
    this.write(5, message);
  }
  getLevel(): number {
    return this.level;
  }
  setLevel(level: number): void {
    this.level = level;
  }
  setPattern(): void {
    // One pattern is enough.
  }
  clearFormatters(): void {
    this.raw = true;
  }
  flush(): void {
    // Every line is written at once.
  }
  drop(): void {
    // No handle is kept open.
  }

  private write(level: number, message: string): void {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      appendFileSync(this.file, this.raw ? message : `${time} [${LEVELS[level] ?? ''}] ${message}\n`);
    } catch {
      // A log folder that is already gone while the server ends.
    }
  }
}

export function setLevel(): void {
  // Each logger has its own.
}
export function setFlushOn(): void {
  // Every line is written at once.
}
export function shutdown(): void {
  // Nothing to close.
}
export function createRotatingLogger(name: string, file: string): Promise<Logger> {
  return Promise.resolve(new Logger(name, file));
}
export function createAsyncRotatingLogger(name: string, file: string): Promise<Logger> {
  return Promise.resolve(new Logger(name, file));
}
