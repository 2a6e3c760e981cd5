/** Files that never reach a model. */
import assert from 'node:assert/strict';
import { createExclusion, isUnreadable } from '../../../src/core/completion/excluded.ts';
import { at } from '../../fakes/caret.ts';
import { createDesk } from '../../fakes/desk.ts';

describe('a file that stays out', () => {
  const excluded = createExclusion(
    ['*.private.ts', '/drafts/'],
    [
      { folder: '', text: 'dist/\n*.log\n' },
      { folder: 'packages/a', text: 'generated/\n!generated/keep.ts\n' },
    ],
  );
  const cases: Readonly<Record<string, boolean>> = {
    '.env': true,
    'app/.env.production': true,
    '.env.example': false,
    'config/prod.env': true,
    'server.pem': true,
    'keys/id_rsa': true,
    'id_ed25519.pub': true,
    'certs/site.crt': true,
    'release.keystore': true,
    '.npmrc': true,
    'home/.aws/credentials': true,
    'infra/prod.tfvars': true,
    'Secrets.json': true,
    'src/secretsanta.ts': false,
    'src/environment.ts': false,
    'src/keys.ts': false,
    'src/a.private.ts': true,
    'drafts/a.ts': true,
    'src/drafts/a.ts': false,
    'dist/bundle.js': true,
    'npm.log': true,
    'packages/a/generated/x.ts': true,
    'packages/b/generated/x.ts': false,
    'Untitled-1': false,
    '/outside/of/the/workspace/.env': true,
    '../neighbor/a.ts': false,
    'c:\\work\\.env': true,
  };
  for (const [path, expected] of Object.entries(cases)) {
    it(`${path}: ${expected ? 'out' : 'in'}`, () => assert.equal(excluded(path), expected));
  }

  it('causes no request', async () => {
    const desk = createDesk(['x']);
    assert.equal(await desk.ask(at('TOKEN=|', { path: 'app/.env' }), 1000), '(excluded-file)');
    assert.equal(desk.model.served.length, 0);
  });

  it('is also one that nobody can read', () => {
    assert.deepEqual(
      ['const a = 1;\n'.repeat(500), 'a\0b', 'x'.repeat(1_000_001), `var a=${'1+'.repeat(20_000)}1`].map(
        isUnreadable,
      ),
      [false, true, true, true],
    );
  });
});
