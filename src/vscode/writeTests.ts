/** Writes tests for code into the file where the project keeps them: a new one, or the end of the one that is there. */
import * as vscode from 'vscode';
import { TEST_FILES, testPathFor } from '../core/edit/testFile.ts';
import type { ConfiguredModel } from '../core/model/choice.ts';
import { textOf, type CodePlace } from './codePlace.ts';
import type { Edits } from './edits.ts';

const EXCLUDED = '**/{node_modules,.git,dist,out,build,target,vendor,.venv}/**';
/** Enough tests to see the conventions by. */
const MOST_FILES = 500;
const EXAMPLE_LINES = 60;
const MOST_CODE = 12_000;

export async function writeTests(place: CodePlace, model: ConfiguredModel, edits: Edits): Promise<void> {
  const { uri } = place.document;
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const found = folder
    ? await vscode.workspace.findFiles(new vscode.RelativePattern(folder, TEST_FILES), EXCLUDED, MOST_FILES)
    : [];
  const relative = (of: vscode.Uri): string =>
    folder ? of.path.slice(folder.uri.path.length + 1) : (of.path.split('/').at(-1) ?? '');
  const path = testPathFor(relative(uri), found.map(relative));
  const target = vscode.Uri.joinPath(folder?.uri ?? vscode.Uri.joinPath(uri, '..'), path);
  const exists = await vscode.workspace.fs.stat(target).then(
    () => true,
    () => false,
  );
  const document = await vscode.workspace.openTextDocument(
    exists ? target : target.with({ scheme: 'untitled' }),
  );
  await vscode.window.showTextDocument(document);
  const extension = /\.\w+$/.exec(path)?.[0] ?? '';
  const example = found.find((test) => test.path.endsWith(extension) && test.path !== target.path);
  const end = document.lineCount;
  const lastIsBlank = document.lineAt(end - 1).isEmptyOrWhitespace;
  const at = lastIsBlank ? end - 1 : end;
  await edits.start({
    document,
    start: at,
    end: at,
    instruction: await instructionFor(place, relative(uri), exists ? undefined : example),
    model,
  });
}

async function instructionFor(
  place: CodePlace,
  path: string,
  example: vscode.Uri | undefined,
): Promise<string> {
  const shown = example && (await vscode.workspace.openTextDocument(example));
  const lines = shown?.getText().split(/\r?\n/).slice(0, EXAMPLE_LINES).join('\n');
  return (
    `Write tests for this code of ${path}: its usual cases, its limits and its errors.\n\n` +
    `\`\`\`${place.document.languageId}\n${textOf(place).slice(0, MOST_CODE)}\n\`\`\`\n\n` +
    (lines
      ? `Follow the conventions of this test of the same project:\n\n\`\`\`\n${lines}\n\`\`\`\n\n`
      : 'Use the test framework that the lines above or the language suggest.\n\n') +
    'Import what is tested by a path that is right for the new file.'
  );
}
