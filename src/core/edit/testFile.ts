/** Where a file's tests belong, by the conventions of the project, else by those of the language. */

interface Convention {
  /** How a test's name is made from the stem `Name` of its source. */
  readonly name: (stem: string) => string;
  readonly matches: RegExp;
}

const suffix = (text: string): Convention => ({
  name: (stem) => stem + text,
  matches: new RegExp(`.${text.replaceAll('.', '\\.')}$`),
});

/** Names of test files without their extension. */
const CONVENTIONS: readonly Convention[] = [
  suffix('.test'),
  suffix('.spec'),
  suffix('_test'),
  suffix('_spec'),
  suffix('Tests'),
  suffix('Test'),
  suffix('Spec'),
  { name: (stem) => `test_${stem}`, matches: /^test_./ },
];

type Location = 'beside' | '__tests__' | 'mirrored';

interface Family {
  readonly extensions: readonly string[];
  readonly convention: Convention;
  readonly location: Location;
}

const family = (extensions: string, convention: Convention, location: Location): Family => ({
  extensions: extensions.split(' '),
  convention,
  location,
});

/** What is usual in a language; where nothing is, tests lie beside the file. */
const FAMILIES: readonly Family[] = [
  family('ts tsx mts cts js jsx mjs cjs vue svelte', suffix('.test'), 'beside'),
  family('py pyi', { name: (stem) => `test_${stem}`, matches: /^test_./ }, 'beside'),
  family('go', suffix('_test'), 'beside'),
  family('rb', suffix('_spec'), 'mirrored'),
  family('java kt kts groovy scala', suffix('Test'), 'mirrored'),
  family('cs fs vb', suffix('Tests'), 'beside'),
  family('php swift', suffix('Test'), 'beside'),
  family('dart', suffix('_test'), 'mirrored'),
];
const OTHERS = family('', suffix('_test'), 'beside');

interface Named {
  readonly folder: string;
  readonly stem: string;
  readonly extension: string;
}

/**
 * @param path the source, relative to the workspace, with forward slashes
 * @param tests paths of test files of the workspace
 */
export function testPathFor(path: string, tests: readonly string[]): string {
  const source = split(path);
  const usual = FAMILIES.find(({ extensions }) => extensions.includes(source.extension)) ?? OTHERS;
  const alike = tests
    .map((test) => ({ test, ...split(test) }))
    .filter(({ extension }) => extension === source.extension || usual.extensions.includes(extension))
    .filter(({ stem }) => CONVENTIONS.some(({ matches }) => matches.test(stem)));
  const convention = mostCommon(
    alike.flatMap(({ stem }) => CONVENTIONS.find(({ matches }) => matches.test(stem)) ?? []),
    usual.convention,
  );
  const location = mostCommon(
    alike.map(({ folder }) => locationOf(folder)),
    usual.location,
  );
  const mirrors = alike.filter(({ folder }) => locationOf(folder) === 'mirrored').map(({ folder }) => folder);
  const folder = folderFor(source, location, mirrors);
  const extension = ['vue', 'svelte'].includes(source.extension) ? 'ts' : source.extension;
  return `${folder === '' ? '' : `${folder}/`}${convention.name(source.stem)}${extension === '' ? '' : `.${extension}`}`;
}

function split(path: string): Named {
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const end = dot > slash + 1 ? dot : path.length;
  return {
    folder: path.slice(0, Math.max(0, slash)),
    stem: path.slice(slash + 1, end),
    extension: path.slice(end + 1),
  };
}

const TEST_ROOT = /^(?:.*\/)?(?:tests?|specs?)(?=\/|$)/i;

function locationOf(folder: string): Location {
  if (/(?:^|\/)__tests__(?:\/|$)/.test(folder)) return '__tests__';
  return TEST_ROOT.test(folder) ? 'mirrored' : 'beside';
}

function folderFor({ folder, extension }: Named, location: Location, mirrors: readonly string[]): string {
  switch (location) {
    case 'beside':
      return folder;
    case '__tests__':
      return folder === '' ? '__tests__' : `${folder}/__tests__`;
    case 'mirrored': {
      // Maven and Gradle: src/main/java/… ↔ src/test/java/…
      if (/(?:^|\/)src\/main\//.test(folder)) return folder.replace(/(^|\/)src\/main\//, '$1src/test/');
      const roots = mirrors.map((mirror) => TEST_ROOT.exec(mirror)?.[0] ?? mirror);
      const root = mostCommon(roots, extension === 'rb' ? 'spec' : 'test');
      const keepsSource = mirrors.some((mirror) => mirror.startsWith(`${root}/src`));
      const inner = keepsSource ? folder : folder.replace(/^(?:src|lib|app)(?:\/|$)/, '');
      return inner === '' ? root : `${root}/${inner}`;
    }
  }
}

function mostCommon<T>(values: readonly T[], otherwise: T): T {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].reduce<readonly [T, number]>(
    (best, next) => (next[1] > best[1] ? next : best),
    [otherwise, 0],
  )[0];
}

/** What a search for tests looks for: file names of any convention. */
export const TEST_FILES = '**/{*.test.*,*.spec.*,*_test.*,*_spec.*,*Test.*,*Tests.*,*Spec.*,test_*.*}';
