/** The settings of an editor under test: quiet, and nothing that changes from day to day. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

const QUIET: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'update.showReleaseNotes': false,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'files.autoSave': 'off',
  'editor.inlineSuggest.enabled': true,
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'editor.suggestOnTriggerCharacters': false,
  'editor.wordBasedSuggestions': 'off',
  'remote.autoForwardPorts': false,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'typescript.disableAutomaticTypeAcquisition': true,
};

/**
 * Writes the quiet settings and `settings` over them. The desktop reads the user's file; in a server window,
 * settings of machine scope (endpoints, models, paths) are read from the machine's.
 */
export function writeSettings(userDataDir: string, settings: Settings): void {
  const text = JSON.stringify({ ...QUIET, ...settings }, null, 2);
  for (const scope of ['User', 'Machine']) {
    mkdirSync(path.join(userDataDir, scope), { recursive: true });
    writeFileSync(path.join(userDataDir, scope, 'settings.json'), text);
  }
}
