/** The page's texts in the editor's language. */

let bundle: Readonly<Record<string, unknown>> = {};

/** Takes VS Code's translations, `English text → text`. */
export function setTranslations(translations: Readonly<Record<string, unknown>>): void {
  bundle = translations;
}

/** The text in the user's language, `{0}` and so on replaced by `values`. */
export function t(text: string, ...values: readonly (string | number)[]): string {
  const translated = bundle[text];
  return (typeof translated === 'string' ? translated : text).replace(/\{(\d)\}/g, (all, index: string) =>
    String(values[Number(index)] ?? all),
  );
}
