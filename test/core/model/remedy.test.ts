/** Each kind of failure has one action that helps, and a section with a picture in docs/states.md. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ModelErrorKind } from '../../../src/core/model/errors.ts';
import { remedyFor, type Remedy } from '../../../src/core/model/remedy.ts';

const DOCS = path.resolve(import.meta.dirname, '../../../docs');
const PAGE = 'https://example.org/help';

/** Without and with a page of the provider's that helps. */
const REMEDY: Record<Exclude<ModelErrorKind, 'canceled'>, readonly [Remedy, Remedy]> = {
  unauthorized: ['token', 'token'],
  forbidden: ['token', 'page'],
  'out-of-credit': ['model', 'page'],
  'not-found': ['model', 'model'],
  'context-exceeded': ['less', 'less'],
  'invalid-request': ['model', 'model'],
  'rate-limited': ['again', 'again'],
  loading: ['again', 'again'],
  overloaded: ['again', 'again'],
  server: ['log', 'log'],
  unreachable: ['model', 'model'],
  timeout: ['patience', 'patience'],
  truncated: ['again', 'again'],
  protocol: ['model', 'model'],
};

describe('what helps with a failure', () => {
  const page = readFileSync(path.join(DOCS, 'states.md'), 'utf8');

  for (const [kind, remedies] of Object.entries(REMEDY) as [ModelErrorKind, readonly [Remedy, Remedy]][]) {
    it(`is one thing, and explained with a picture: ${kind}`, () => {
      assert.deepEqual([remedyFor(kind, undefined), remedyFor(kind, PAGE)], remedies);
      const picture = `images/states/${kind}.png`;
      assert.ok(page.includes(picture), `no ${picture} in docs/states.md`);
      assert.ok(existsSync(path.join(DOCS, picture)), `${picture} does not exist`);
    });
  }
});
