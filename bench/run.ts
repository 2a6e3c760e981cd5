/** `npm run bench -- NAME [arguments]` runs bench/NAME.ts; without a name it lists what there is. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;
const names = readdirSync(here)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.slice(0, -3))
  .sort();

const [, , name] = process.argv;
if (name === undefined || !names.includes(name)) {
  console.log(`npm run bench -- NAME, one of: ${names.join(', ')}`);
  process.exitCode = name === undefined ? 0 : 1;
} else {
  process.argv.splice(2, 1);
  await import(pathToFileURL(path.join(here, `${name}.ts`)).href);
}
