/** What package.json promises to people: settings that explain themselves, texts for all of it, commands that exist. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sentences } from '../tools/l10n.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

interface Setting {
  readonly markdownDescription: string;
  readonly order: number;
  readonly enum?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
}
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: readonly {
      readonly order: number;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
  };
}

const manifest = JSON.parse(read('package.json')) as Manifest;
const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;
const groups = manifest.contributes.configuration;
const settings = groups.flatMap(({ properties }) => Object.entries(properties));

describe('the manifest', () => {
  it('has a text for each name that it uses, and no other', () => {
    const used = [...read('package.json').matchAll(/"%(.+)%"/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort());
  });

  it('orders the settings in their groups', () => {
    for (const { properties } of groups) {
      const orders = Object.values(properties).map(({ order }) => order);
      assert.deepEqual(
        [...orders].sort((a, b) => a - b),
        [...orders.keys()].map((index) => index + 1),
      );
    }
  });

  for (const [name, { markdownDescription, ...setting }] of settings) {
    it(`says what ${name} does and what its default is`, () => {
      assert.match(texts[markdownDescription.slice(1, -1)] ?? '', /\. Default: |^Default: /);
      assert.equal(setting.markdownEnumDescriptions?.length, setting.enum?.length);
    });
  }

  it('is followed by what the extension says while it runs, all of it to be translated', () => {
    assert.ok(sentences().includes('Ghost text is snoozed.'));
  });

  it('is repeated by the table in the README', () => {
    const listed = [...read('README.md').matchAll(/^\| `(ghoststream\.[\w.]+)`/gm)].map(([, name]) => name);
    assert.deepEqual(
      listed,
      settings.toSorted(byOrder).map(([name]) => name),
    );
  });
});

function byOrder([a]: readonly [string, Setting], [b]: readonly [string, Setting]): number {
  const place = (name: string): number =>
    groups.reduce(
      (sum, { order, properties }) => sum + (properties[name] ? order * 100 + properties[name].order : 0),
      0,
    );
  return place(a) - place(b);
}
