/** What a server said of its model, in the words of completion. */
import type { CapabilityLookup } from '../model/capabilities.ts';
import type { Endpoint } from '../model/words.ts';
import type { ServerFacts } from './prompt.ts';

/** For the port `facts`: asks once, keeps what was said. */
export function serverFacts(lookup: CapabilityLookup): (endpoint: Endpoint) => Promise<ServerFacts> {
  return async (endpoint) => {
    const { model, specialTokens, contextTokens, slots, fillsGaps } = await lookup.of(endpoint);
    return {
      ...(model === undefined ? {} : { reported: model }),
      ...(specialTokens ? { tokens: specialTokens } : {}),
      ...(contextTokens === undefined ? {} : { contextTokens }),
      ...(slots === undefined ? {} : { slots }),
      ...(fillsGaps === undefined ? {} : { fills: fillsGaps }),
    };
  };
}
