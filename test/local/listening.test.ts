/** Finding local servers without a word to them. */
import assert from 'node:assert/strict';
import { findListening } from '../../src/local/listening.ts';
import { serve } from '../fakes/modelServer.ts';

describe('a server that listens on a usual port', () => {
  it('is found without a byte sent, and one that is gone is not', async () => {
    const [here, gone] = await Promise.all([
      serve({ dialect: 'ollama', answers: [] }),
      serve({ dialect: 'ollama', answers: [] }),
    ]);
    await gone.close();
    try {
      const servers = [here, gone].map(({ url }) => ({ label: 'Ollama', url }));
      assert.deepEqual(await findListening(servers), servers.slice(0, 1));
      assert.deepEqual([here.connections, here.bytes], [1, 0]);
    } finally {
      await here.close();
    }
  });
});
