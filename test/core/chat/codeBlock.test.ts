/** Code blocks go where they belong, with the indentation of the place. */
import assert from 'node:assert/strict';
import { fileOfCode, indented, mergeCode } from '../../../src/core/chat/codeBlock.ts';
import { nameKind, readLink } from '../../../src/core/chat/fileLink.ts';
import { parseSlash, SLASH_COMMANDS } from '../../../src/core/chat/slash.ts';

describe('inserting code', () => {
  for (const [name, code, before, expected] of [
    [
      'gives every line the indentation of the caret',
      'def f(self):\n    return 1',
      '    ',
      'def f(self):\n        return 1',
    ],
    ['takes away the indentation that the code came with', '    a()\n      b()', '\t', 'a()\n\t  b()'],
    ['leaves empty lines empty', 'a\n\nb', '  ', 'a\n\n  b'],
    ['changes nothing at the beginning of a line', 'a\n  b', '', 'a\n  b'],
    [
      'indents like the line when text stands before the caret',
      'x => {\n  y\n}',
      '  call(',
      'x => {\n    y\n  }',
    ],
  ] as const) {
    it(name, () => assert.equal(indented(code, before), expected));
  }
});

describe('the file that code names', () => {
  for (const [code, info, expected] of [
    ['// path: b.ts\nexport const b = 1;', 'ts', 'b.ts'],
    ['# file: src/a.py\nx', 'python', 'src/a.py'],
    ['<!-- path: x/y.html -->', 'html', 'x/y.html'],
    ['// src/deep/c.ts\nx', 'ts', 'src/deep/c.ts'],
    ['x', 'ts path=src/d.ts', 'src/d.ts'],
    ['x', 'ts title="src/e.ts"', 'src/e.ts'],
    ['x', 'ts:src/f.ts', 'src/f.ts'],
    ['// just a comment.\nx', 'ts', undefined],
    ['#include <stdio.h>\n', 'c', undefined],
    ['#!/usr/bin/env python\nx', 'python', undefined],
  ] as const) {
    it(`is ${expected ?? 'none'} in ${JSON.stringify(code.slice(0, 24))} (${info})`, () =>
      assert.equal(fileOfCode(code, info), expected));
  }
});

describe('applying code to a file', () => {
  const FILE =
    'import x\n\nclass A:\n    def f(self):\n        return 1\n\n    def g(self):\n        return 2\n';
  it('replaces the part between its first and last line', () => {
    const file = 'a();\nfunction f() {\n  old();\n}\nb();\n';
    assert.equal(
      mergeCode(file, 'function f() {\n  fresh();\n}'),
      'a();\nfunction f() {\n  fresh();\n}\nb();\n',
    );
  });
  it('replaces the whole file when it repeats most of it', () => {
    assert.equal(
      mergeCode(FILE, FILE.replace('return 2', 'return 3').trimEnd()),
      FILE.replace('return 2', 'return 3'),
    );
  });
  it('goes to the end when it is new', () => {
    assert.equal(mergeCode('a = 1\n', 'b = 2'), 'a = 1\n\nb = 2\n');
  });
  it('keeps the line ends of the file and drops the comment that named it', () => {
    assert.equal(mergeCode('// A\r\nx();\r\n', '// path: a.ts\ny();'), '// A\r\nx();\r\n\r\ny();\r\n');
  });
  it('fills an empty file', () => {
    assert.equal(mergeCode('', '// path: b.ts\nexport const b = 1;'), 'export const b = 1;\n');
  });
});

describe('links of an answer', () => {
  for (const [href, expected] of [
    ['src/a.ts#L3', { type: 'file', path: 'src/a.ts', line: 3 }],
    ['src/a.ts#L3-L9', { type: 'file', path: 'src/a.ts', line: 3, endLine: 9 }],
    ['/src/b.ts', { type: 'file', path: '/src/b.ts' }],
    ['my%20dir/c.ts', { type: 'file', path: 'my dir/c.ts' }],
    ['my dir/c.ts', { type: 'file', path: 'my dir/c.ts' }],
    ['C:%5Cp%5Ce.ts:7', { type: 'file', path: 'C:/p/e.ts', line: 7 }],
    ['src/a.ts:3:12', { type: 'file', path: 'src/a.ts', line: 3 }],
    ['a.ts:12', { type: 'file', path: 'a.ts', line: 12 }],
    ['file:///home/x/a.ts#L2', { type: 'file', path: '/home/x/a.ts', line: 2 }],
    ['https://example.com/a?b#c', { type: 'web', url: 'https://example.com/a?b#c' }],
    ['command:workbench.action.terminal.new', { type: 'refused', scheme: 'command' }],
    ['javascript:alert(1)', { type: 'refused', scheme: 'javascript' }],
    ['java%73cript:alert(1)', { type: 'refused', scheme: 'javascript' }],
    ['vscode://x.y/run', { type: 'refused', scheme: 'vscode' }],
  ] as const) {
    it(`${href} is ${expected.type}`, () => assert.deepEqual(readLink(href), expected));
  }
});

describe('code in a sentence', () => {
  for (const [text, expected] of [
    ['src/a.ts:3', 'file'],
    ['my dir/c.ts', 'file'],
    ['package.json', 'file'],
    ['Shape', 'symbol'],
    ['area()', 'symbol'],
    ['space::name', 'symbol'],
    ['if', undefined],
    ['npm install', undefined],
    ['a + b', undefined],
    ['...rest', undefined],
    ['x'.repeat(300), undefined],
  ] as const) {
    it(`${text.slice(0, 20)} may name ${expected ?? 'nothing'}`, () =>
      assert.equal(nameKind(text), expected));
  }
});

describe('slash commands', () => {
  it('are read with what follows them', () => {
    const parsed = parseSlash('/explain why the loop?', SLASH_COMMANDS);
    assert.deepEqual([parsed?.command.name, parsed?.rest], ['explain', 'why the loop?']);
  });
  it('are not paths or unknown words', () => {
    assert.equal(parseSlash('/usr/bin is full', SLASH_COMMANDS), undefined);
    assert.equal(parseSlash('/unknown', SLASH_COMMANDS), undefined);
  });
});
