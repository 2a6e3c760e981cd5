/** `tsx tools/runtimePackages.ts`: writes the list of packages that the extension installs to run GGUF files, with their checksums. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { LLAMA_VERSION, PLATFORM_PACKAGES } from '../src/local/runtime.ts';

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      integrity: v.optional(v.string()),
      optional: v.optional(v.boolean(), false),
    }),
  ),
});

const folder = mkdtempSync(path.join(os.tmpdir(), 'ghoststream-lock-'));
try {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(
    'npm',
    ['install', '--prefix', folder, ...options, `node-llama-cpp@${LLAMA_VERSION}`],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) throw new Error('npm could not resolve the packages.');
  const lock = v.parse(lockSchema, JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')));
  const binaries = Object.values(PLATFORM_PACKAGES);
  const packages = Object.entries(lock.packages).flatMap(([place, { version, integrity, optional }]) => {
    const name = place.split('node_modules/').at(-1) ?? '';
    if (name === '' || version === undefined || integrity === undefined) return [];
    return optional && !binaries.includes(name) ? [] : [{ place, version, integrity }];
  });
  const file = path.join(import.meta.dirname, '../src/local/runtimePackages.json');
  const rows = packages.map((entry) => `  ${JSON.stringify(entry)}`);
  writeFileSync(file, `[\n${rows.join(',\n')}\n]\n`);
  console.log(`${packages.length} packages`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
