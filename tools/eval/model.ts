/** The model that is judged: a server's, or a GGUF file run by the product's own local model process. */
import path from 'node:path';
import type { InlineModel } from '../../src/core/completion/prompt.ts';
import { parseDialect } from '../../src/core/model/choice.ts';
import { superviseLocalModel } from '../../src/local/supervisor.ts';
import { obtainLocalModel } from '../model.ts';
import { systemClock } from '../systemClock.ts';

export interface JudgedModel {
  readonly model: InlineModel;
  readonly accessToken?: string;
  readonly stop: () => void;
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const CONTEXT_TOKENS = 2048;

/** @throws Error with a sentence when the dialect is none. */
export function serverModel(url: string, dialectName: string, name?: string): JudgedModel {
  const dialect = parseDialect(dialectName);
  if (!dialect) throw new Error(`No dialect is called ${dialectName}.`);
  const accessToken = process.env.GHOSTSTREAM_TOKEN;
  return {
    model: { name: name ?? url, endpoint: { url, dialect, ...(name === undefined ? {} : { model: name }) } },
    ...(accessToken === undefined ? {} : { accessToken }),
    stop: () => undefined,
  };
}

/** Runs `gguf`, or the demo's model, which is fetched when it is not there. */
export async function localModel(
  gguf: string | undefined,
  say: (line: string) => void,
): Promise<JudgedModel> {
  const parts = await obtainLocalModel(say);
  const program = {
    execPath: process.execPath,
    args: ['--import', 'tsx', path.join(ROOT, 'src/local/server.ts')],
  };
  const orders = {
    runtimeFolder: parts.runtimeFolder,
    modelPath: gguf === undefined ? parts.modelPath : path.resolve(gguf),
    contextTokens: CONTEXT_TOKENS,
  };
  return new Promise((resolve, reject) => {
    const local = superviseLocalModel(
      program,
      orders,
      systemClock,
      (state) => {
        if (state.type === 'failed') reject(new Error(state.message));
        if (state.type !== 'ready') return;
        resolve({
          model: {
            name: state.model,
            endpoint: { url: state.url, dialect: 'llama-infill' },
            contextTokens: state.contextTokens,
          },
          accessToken: state.secret,
          stop: () => local.stop(),
        });
      },
      () => undefined,
    );
  });
}
