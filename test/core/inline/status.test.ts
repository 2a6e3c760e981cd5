/** The state that the status item shows. */
import assert from 'node:assert/strict';
import type { EngineEvent } from '../../../src/core/completion/words.ts';
import {
  afterEvent,
  IDLE,
  statusWord,
  type Conditions,
  type StatusWord,
} from '../../../src/core/inline/status.ts';

const WELL: Conditions = { model: 'm', off: undefined, manual: false, capped: undefined };
const sent: EngineEvent = { type: 'sent', request: 1, model: 'm', why: 'typing' };
const firstToken: EngineEvent = { type: 'first-token', request: 1, ms: 80 };
const ended: EngineEvent = { type: 'ended', request: 1, ms: 300 };
const failed = (kind: 'unreachable' | 'rate-limited' | 'loading' | 'canceled'): EngineEvent => ({
  type: 'failed',
  request: 1,
  kind,
  message: 'It did not answer.',
});

describe('the status', () => {
  const table: [name: string, events: EngineEvent[], conditions: Partial<Conditions>, word: StatusWord][] = [
    ['is ready', [], {}, 'ready'],
    ['waits for the first token', [sent], {}, 'waiting'],
    ['streams', [sent, firstToken], {}, 'streaming'],
    ['is ready again after the end', [sent, firstToken, ended], {}, 'ready'],
    ['shows an error', [sent, failed('unreachable')], {}, 'error'],
    ['keeps showing the error while it tries again', [sent, failed('unreachable'), sent], {}, 'error'],
    ['forgets the error at the next token', [sent, failed('unreachable'), sent, firstToken], {}, 'streaming'],
    ['is no error when we gave up ourselves', [sent, failed('canceled')], {}, 'ready'],
    ['shows a rate limit', [sent, failed('rate-limited')], {}, 'rate-limited'],
    ['shows a model that loads', [sent, failed('loading')], {}, 'loading'],
    ['asks for a model', [], { model: undefined }, 'no-model'],
    ['pauses when the day’s cap is reached', [sent, firstToken, ended], { capped: 'enough' }, 'capped'],
    ['says that it is off', [sent], { off: 'setting' }, 'off'],
    ['says that it is off until restart', [], { off: 'until-restart' }, 'off'],
    ['says that it is snoozed', [], { off: 'snoozed' }, 'snoozed'],
    ['says that the editor allows no ghost text', [], { off: 'editor-setting' }, 'editor-setting'],
    ['says that it answers by hand', [], { manual: true }, 'manual'],
  ];
  for (const [name, events, conditions, word] of table)
    it(name, () => {
      const activity = events.reduce((before, event) => afterEvent(before, event, 0), IDLE);
      assert.equal(statusWord({ ...WELL, ...conditions }, activity), word);
    });
});
