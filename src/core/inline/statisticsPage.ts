/** The statistics as a page: plain HTML without scripts. */
import { percentile, total, type Counts, type Statistics } from './statistics.ts';

/** The page's words, in the user's language; `{0}` is filled in. */
export interface PageWords {
  readonly title: string;
  readonly privacy: string;
  readonly since: string;
  readonly empty: string;
  readonly language: string;
  readonly all: string;
  readonly shown: string;
  readonly accepted: string;
  readonly characters: string;
  readonly kept30s: string;
  readonly kept5min: string;
  readonly latency: string;
  readonly answer: string;
  readonly firstToken: string;
  readonly requests: string;
  readonly failed: string;
  readonly saved: string;
  readonly exportJson: string;
  readonly reset: string;
}

/** `nonce` names the one style that the page's policy allows. */
export function statisticsPage(statistics: Statistics, words: PageWords, nonce: string): string {
  const rows = Object.entries(statistics.languages).sort(([, a], [, b]) => b.shown - a.shown);
  const table =
    rows.length === 0
      ? `<p>${escape(words.empty)}</p>`
      : `<table><thead><tr>${[
          words.language,
          words.shown,
          words.accepted,
          words.characters,
          words.kept30s,
          words.kept5min,
        ]
          .map((name) => `<th scope="col">${escape(name)}</th>`)
          .join('')}</tr></thead><tbody>${rows.map(([name, counts]) => row(name, counts)).join('')}${row(
          words.all,
          total(statistics),
        )}</tbody></table>`;
  return `<!doctype html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<title>${escape(words.title)}</title><style nonce="${nonce}">${STYLE}</style></head><body>
<h1>${escape(words.title)}</h1>
<p>${escape(words.privacy)} ${escape(words.since.replace('{0}', statistics.since.slice(0, 10)))}</p>
${table}
<h2>${escape(words.latency)}</h2>
<table><thead><tr><th></th><th scope="col">p50</th><th scope="col">p90</th><th scope="col">p99</th></tr></thead><tbody>
${timesRow(words.answer, statistics.answerMs)}${timesRow(words.firstToken, statistics.firstTokenMs)}
</tbody></table>
<dl><dt>${escape(words.requests)}</dt><dd>${statistics.requests}</dd>
<dt>${escape(words.failed)}</dt><dd>${statistics.failed}</dd>
<dt>${escape(words.saved)}</dt><dd>${statistics.saved}</dd></dl>
<p><a href="command:ghoststream.exportStatistics">${escape(words.exportJson)}</a> · <a href="command:ghoststream.resetStatistics">${escape(words.reset)}</a></p>
</body></html>`;
}

function row(name: string, counts: Counts): string {
  const cells = [
    String(counts.shown),
    `${counts.accepted} (${share(counts.accepted, counts.shown)})`,
    String(counts.acceptedCharacters),
    share(counts.keptAfter30s, counts.lookedAt30s),
    share(counts.keptAfter5min, counts.lookedAt5min),
  ];
  return `<tr><th scope="row">${escape(name)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

function timesRow(name: string, times: readonly number[]): string {
  const cells = [0.5, 0.9, 0.99].map((part) => {
    const ms = percentile(times, part);
    return `<td>${ms === undefined ? '–' : `${ms} ms`}</td>`;
  });
  return `<tr><th scope="row">${escape(name)}</th>${cells.join('')}</tr>`;
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`;

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const STYLE = `
body { font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); color: var(--vscode-foreground); padding: 0 24px 24px; max-width: 760px; }
h1 { font-size: 1.6em; font-weight: 400; } h2 { font-size: 1.1em; font-weight: 600; margin-top: 2em; }
table { border-collapse: collapse; min-width: 60%; }
th, td { padding: 4px 16px 4px 0; text-align: right; border-bottom: 1px solid var(--vscode-editorWidget-border, var(--vscode-panel-border)); font-variant-numeric: tabular-nums; }
th:first-child { text-align: left; } thead th { font-weight: 600; } tbody th { font-weight: 400; }
tbody tr:last-child > * { border-bottom: none; }
dl { display: grid; grid-template-columns: max-content max-content; gap: 4px 16px; } dd { margin: 0; text-align: right; }
a { color: var(--vscode-textLink-foreground); }
`;
