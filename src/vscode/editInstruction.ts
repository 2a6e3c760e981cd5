/** Asks for an instruction, with the recent ones to pick from. */
import * as vscode from 'vscode';

const RECENT = 'edit.recentInstructions';
const REMEMBERED = 20;

/** Undefined when the user went away. */
export async function askInstruction(memory: vscode.Memento, what: string): Promise<string | undefined> {
  const recent = memory.get<readonly string[]>(RECENT, []);
  const picker = vscode.window.createQuickPick();
  picker.title = what;
  picker.placeholder = vscode.l10n.t('What should change?');
  // Whatever is typed is the first choice: Enter takes it.
  const offer = (typed: string): void => {
    const others = recent.filter((text) => text !== typed).map((label) => ({ label }));
    picker.items = typed === '' ? others : [{ label: typed, alwaysShow: true }, ...others];
  };
  offer('');
  picker.onDidChangeValue((value) => offer(value.trim()));
  const picked = await new Promise<string | undefined>((resolve) => {
    picker.onDidAccept(() => resolve(picker.selectedItems[0]?.label ?? picker.value.trim()));
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  if (!picked) return undefined;
  await memory.update(RECENT, [picked, ...recent.filter((text) => text !== picked)].slice(0, REMEMBERED));
  return picked;
}
