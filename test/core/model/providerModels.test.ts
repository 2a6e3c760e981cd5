/** Names of Hub models at inference providers: both forms of the Hub's answer, kept, and never in the way. */
import assert from 'node:assert/strict';
import { createProviderModels, type ProviderModelLookup } from '../../../src/core/model/providerModels.ts';
import { PORTS } from './ask.ts';

const one = { providerId: 'Org/M-Turbo', task: 'conversational', status: 'live' };

/** A lookup whose Hub answers so, and the URLs that it asked. */
function hub(...answers: readonly (object | undefined)[]): { lookup: ProviderModelLookup; asked: string[] } {
  const asked: string[] = [];
  const lookup = createProviderModels({
    ...PORTS,
    fetch: (url) => {
      asked.push(url);
      const answer = answers[Math.min(asked.length, answers.length) - 1];
      return answer ? Promise.resolve(Response.json(answer)) : Promise.reject(new TypeError('fetch failed'));
    },
  });
  return { lookup, asked };
}

describe('a provider’s own name of a model', () => {
  for (const [form, mapping] of [
    ['a list', [{ provider: 'together', ...one }]],
    ['an object', { together: one }],
  ] as const) {
    it(`is read from ${form} of the Hub’s, and asked once`, async () => {
      const { lookup, asked } = hub({ inferenceProviderMapping: mapping });
      assert.equal(await lookup('org/m', 'together', 'conversational'), 'Org/M-Turbo');
      assert.equal(await lookup('org/m', 'groq', 'conversational'), undefined);
      assert.deepEqual(asked, ['https://huggingface.co/api/models/org/m?expand[]=inferenceProviderMapping']);
    });
  }

  it('is unknown when the Hub cannot be reached, and asked again the next time', async () => {
    const { lookup, asked } = hub(undefined, { inferenceProviderMapping: { together: one } });
    assert.equal(await lookup('org/m', 'together', 'conversational'), undefined);
    assert.equal(await lookup('org/m', 'together', 'conversational'), 'Org/M-Turbo');
    assert.equal(asked.length, 2);
  });
});
