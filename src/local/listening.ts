/** Where model servers usually listen on a machine, and whether something does: connected to, never spoken to. */
import { connect } from 'node:net';

export interface UsualServer {
  readonly label: string;
  readonly url: string;
}

export const USUAL_SERVERS: readonly UsualServer[] = [
  { label: 'llama.cpp', url: 'http://localhost:8080' },
  { label: 'llama.cpp', url: 'http://localhost:8012' },
  { label: 'Ollama', url: 'http://localhost:11434' },
  { label: 'LM Studio', url: 'http://localhost:1234' },
  { label: 'vLLM', url: 'http://localhost:8000' },
];

/** Longer than a connection on one machine takes. */
const DEADLINE_MS = 500;

/** Those at which something listens. No byte is sent: the connection is closed as soon as it stands. */
export async function findListening(servers: readonly UsualServer[]): Promise<readonly UsualServer[]> {
  const found = await Promise.all(servers.map(({ url }) => listens(new URL(url))));
  return servers.filter((_, at) => found[at]);
}

function listens({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(DEADLINE_MS, () => end(false));
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}
