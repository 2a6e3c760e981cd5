/** New tests go where the project keeps its tests. */
import assert from 'node:assert/strict';
import { testPathFor } from '../../../src/core/edit/testFile.ts';

const CASES: readonly (readonly [source: string, tests: readonly string[], expected: string])[] = [
  ['src/a.ts', [], 'src/a.test.ts'],
  ['src/a.ts', ['src/b.spec.ts', 'src/c.spec.ts', 'src/d.test.ts'], 'src/a.spec.ts'],
  ['src/x/a.ts', ['src/y/__tests__/b.test.ts'], 'src/x/__tests__/a.test.ts'],
  ['src/core/a.ts', ['test/core/b.test.ts', 'test/c.test.ts'], 'test/core/a.test.ts'],
  ['src/core/a.ts', ['test/src/core/b.test.ts'], 'test/src/core/a.test.ts'],
  ['a.js', ['tests/b.spec.js'], 'tests/a.spec.js'],
  ['src/View.tsx', ['src/Menu.test.tsx'], 'src/View.test.tsx'],
  ['src/View.vue', [], 'src/View.test.ts'],
  ['app/db.py', [], 'app/test_db.py'],
  ['app/db.py', ['tests/test_x.py'], 'tests/test_db.py'],
  ['app/db.py', ['app/x_test.py'], 'app/db_test.py'],
  ['net/url.go', ['test/other.spec.ts'], 'net/url_test.go'],
  ['lib/door.rb', [], 'spec/door_spec.rb'],
  ['src/main/java/a/Door.java', [], 'src/test/java/a/DoorTest.java'],
  ['core/src/main/kotlin/Door.kt', ['core/src/test/kotlin/XTest.kt'], 'core/src/test/kotlin/DoorTest.kt'],
  ['Door.cs', [], 'DoorTests.cs'],
  ['lib/src/door.dart', [], 'test/src/door_test.dart'],
  ['Makefile', [], 'Makefile_test'],
];

describe('tests of a file', () => {
  for (const [source, tests, expected] of CASES) {
    it(`${source} beside ${tests.join(', ') || 'no others'}: ${expected}`, () =>
      assert.equal(testPathFor(source, tests), expected));
  }
});
