/** The colors of code: the theme's own where its file could be read, else a palette for its kind. */
import type { HostMessage, TokenColor } from '../core/chat/protocol.ts';
import { setTheme } from './highlight.ts';

type Colors = Extract<HostMessage, { type: 'colors' }>;

export function setColors({ kind, tokenColors }: Colors): void {
  setTheme(tokenColors ?? palette(PALETTES[kind]));
}

interface Palette {
  readonly comment: string;
  readonly string: string;
  readonly number: string;
  readonly keyword: string;
  readonly type: string;
  readonly name: string;
  readonly variable: string;
}

/** Each at least 4.5:1 on its kind's usual background. */
const PALETTES: Readonly<Record<Colors['kind'], Palette>> = {
  dark: {
    comment: '#7fb06a',
    string: '#ce9178',
    number: '#b5cea8',
    keyword: '#6fb1e8',
    type: '#4ec9b0',
    name: '#dcdcaa',
    variable: '#9cdcfe',
  },
  light: {
    comment: '#00702b',
    string: '#a31515',
    number: '#08744c',
    keyword: '#0000ff',
    type: '#1f6f83',
    name: '#795e26',
    variable: '#001080',
  },
  'high-contrast': {
    comment: '#7ca668',
    string: '#ce9178',
    number: '#b5cea8',
    keyword: '#72b4f0',
    type: '#4ec9b0',
    name: '#dcdcaa',
    variable: '#9cdcfe',
  },
  'high-contrast-light': {
    comment: '#515151',
    string: '#0f4a85',
    number: '#096d48',
    keyword: '#0f4a85',
    type: '#185e73',
    name: '#5e2cbc',
    variable: '#001080',
  },
};

function palette(colors: Palette): TokenColor[] {
  const rule = (foreground: string, ...scope: string[]): TokenColor => ({ scope, settings: { foreground } });
  return [
    rule(
      colors.variable,
      'variable',
      'meta.object-literal.key',
      'support.type.property-name',
      'entity.other.attribute-name',
    ),
    rule(colors.name, 'entity.name.function', 'support.function', 'entity.name.section'),
    rule(
      colors.type,
      'entity.name.type',
      'entity.name.class',
      'support.type',
      'support.class',
      'entity.other.inherited-class',
    ),
    rule(
      colors.keyword,
      'keyword',
      'storage',
      'constant.language',
      'variable.language',
      'entity.name.tag',
      'punctuation.definition.heading',
    ),
    rule(colors.number, 'constant.numeric', 'keyword.other.unit', 'markup.inserted'),
    rule(colors.string, 'string', 'constant.other.color', 'markup.deleted', 'markup.inline.raw'),
    rule(colors.comment, 'comment', 'punctuation.definition.comment'),
  ];
}
