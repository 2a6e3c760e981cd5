/** The private counts. */
import assert from 'node:assert/strict';
import {
  addTime,
  emptyStatistics,
  parseStatistics,
  percentile,
  tally,
  total,
} from '../../../src/core/inline/statistics.ts';

const SINCE = '2026-01-01T00:00:00.000Z';

describe('statistics', () => {
  it('adds up by language and over all', () => {
    let statistics = emptyStatistics(SINCE);
    statistics = tally(statistics, 'python', { shown: 2, acceptedCharacters: 30 });
    statistics = tally(statistics, 'python', { shown: 1 });
    statistics = tally(statistics, 'go', { shown: 4, accepted: 1 });
    assert.deepEqual(
      [statistics.languages.python?.shown, statistics.languages.go?.shown, total(statistics)],
      [
        3,
        4,
        {
          shown: 7,
          shownCharacters: 0,
          accepted: 1,
          acceptedCharacters: 30,
          parts: 0,
          lookedAt30s: 0,
          keptAfter30s: 0,
          lookedAt5min: 0,
          keptAfter5min: 0,
        },
      ],
    );
  });

  it('survive storage', () => {
    const statistics = addTime(tally(emptyStatistics(SINCE), 'go', { shown: 1 }), 'answerMs', 12.4);
    assert.deepEqual(parseStatistics(JSON.parse(JSON.stringify(statistics)), 'later'), statistics);
  });

  for (const stored of [
    undefined,
    null,
    'x',
    { version: 2 },
    { version: 1, since: SINCE, languages: { go: 3 } },
  ])
    it(`start anew from ${stored === undefined ? 'nothing' : JSON.stringify(stored)}`, () =>
      assert.deepEqual(parseStatistics(stored, SINCE), emptyStatistics(SINCE)));

  it('keep the newest times only', () => {
    let statistics = emptyStatistics(SINCE);
    for (let ms = 0; ms < 700; ms++) statistics = addTime(statistics, 'answerMs', ms);
    assert.deepEqual([statistics.answerMs.length, statistics.answerMs[0]], [500, 200]);
  });

  it('know their percentiles', () =>
    assert.deepEqual(
      [percentile([], 0.5), percentile([5], 0.9), percentile([4, 1, 3, 2], 0.5), percentile([3, 1, 2], 1)],
      [undefined, 5, 3, 3],
    ));
});
