/** The colors of code in the active theme, read from the file that contributes the theme. */
import { parse } from 'jsonc-parser/lib/esm/main.js';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { HostMessage, TokenColor } from '../core/chat/protocol.ts';

type Colors = Extract<HostMessage, { type: 'colors' }>;
type Kind = Colors['kind'];

const contributedSchema = v.array(
  v.object({ id: v.optional(v.string()), label: v.string(), uiTheme: v.string(), path: v.string() }),
);
const themeSchema = v.object({
  include: v.optional(v.string()),
  /** A string names a file of another format. */
  tokenColors: v.optional(
    v.union([
      v.array(
        v.object({
          scope: v.optional(v.union([v.string(), v.array(v.string())])),
          settings: v.object({ foreground: v.optional(v.string()), fontStyle: v.optional(v.string()) }),
        }),
      ),
      v.string(),
    ]),
  ),
});

const KINDS: Readonly<Record<vscode.ColorThemeKind, Kind>> = {
  [vscode.ColorThemeKind.Light]: 'light',
  [vscode.ColorThemeKind.Dark]: 'dark',
  [vscode.ColorThemeKind.HighContrast]: 'high-contrast',
  [vscode.ColorThemeKind.HighContrastLight]: 'high-contrast-light',
};
const UI_THEMES: Readonly<Record<Kind, string>> = {
  light: 'vs',
  dark: 'vs-dark',
  'high-contrast': 'hc-black',
  'high-contrast-light': 'hc-light',
};

/** `tokenColors` null where the theme's file is out of reach: a theme installed on the other side of a remote window. */
export async function themeColors(): Promise<Colors> {
  const kind = KINDS[vscode.window.activeColorTheme.kind];
  const file = themeFile(UI_THEMES[kind]);
  return { type: 'colors', kind, tokenColors: file ? ((await readTheme(file, 0)) ?? null) : null };
}

/** Which setting names the active theme depends on how the editor follows the system; the kind tells them apart. */
function themeFile(uiTheme: string): vscode.Uri | undefined {
  const settings = vscode.workspace.getConfiguration('workbench');
  const names = [
    'colorTheme',
    'preferredDarkColorTheme',
    'preferredLightColorTheme',
    'preferredHighContrastColorTheme',
    'preferredHighContrastLightColorTheme',
  ].map((name) => settings.get<string>(name));
  for (const name of names) {
    for (const { extensionUri, packageJSON } of vscode.extensions.all) {
      const contributed = v.safeParse(
        v.object({ contributes: v.object({ themes: contributedSchema }) }),
        packageJSON,
      );
      if (!contributed.success) continue;
      const theme = contributed.output.contributes.themes.find(
        (each) => (each.id === name || each.label === name) && each.uiTheme === uiTheme,
      );
      if (theme) return vscode.Uri.joinPath(extensionUri, theme.path);
    }
  }
  return undefined;
}

// A theme that includes itself ends here.
const MOST_INCLUDES = 8;

async function readTheme(file: vscode.Uri, depth: number): Promise<TokenColor[] | undefined> {
  let text: string;
  try {
    text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(themeSchema, parse(text, [], { allowTrailingComma: true }));
  if (!parsed.success) return undefined;
  const { include, tokenColors } = parsed.output;
  const included =
    include !== undefined && depth < MOST_INCLUDES
      ? await readTheme(vscode.Uri.joinPath(file, '..', include), depth + 1)
      : undefined;
  const own = Array.isArray(tokenColors) ? tokenColors.map(clean) : undefined;
  return included || own ? [...(included ?? []), ...(own ?? [])] : undefined;
}

function clean({
  scope,
  settings,
}: {
  scope?: string | string[] | undefined;
  settings: { foreground?: string | undefined; fontStyle?: string | undefined };
}): TokenColor {
  const { foreground, fontStyle } = settings;
  return {
    ...(scope === undefined ? {} : { scope }),
    settings: {
      ...(foreground === undefined ? {} : { foreground }),
      ...(fontStyle === undefined ? {} : { fontStyle }),
    },
  };
}
