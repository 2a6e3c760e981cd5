/** `npm run l10n`: writes l10n/bundle.l10n.json, all that the extension says, for the package and for translators. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '..');
const SRC = path.join(ROOT, 'src/vscode');

/** The sentences given to `l10n.t`, each once, in the order of the alphabet. */
export function sentences(): string[] {
  const found = new Set<string>();
  for (const name of readdirSync(SRC)) {
    const file = path.join(SRC, name);
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && /\bl10n\.t$/.test(node.expression.getText())) {
        const [sentence] = node.arguments;
        if (!sentence || !ts.isStringLiteralLike(sentence))
          throw new Error(`${name}: a translation is looked up by its literal, not by ${node.getText()}`);
        found.add(sentence.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return [...found].sort();
}

/** Writes the bundle; a translation has the same keys and stands beside it as bundle.l10n.<language>.json. */
export function writeBundle(): void {
  const bundle = Object.fromEntries(sentences().map((sentence) => [sentence, sentence]));
  mkdirSync(path.join(ROOT, 'l10n'), { recursive: true });
  writeFileSync(path.join(ROOT, 'l10n/bundle.l10n.json'), `${JSON.stringify(bundle, null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) writeBundle();
