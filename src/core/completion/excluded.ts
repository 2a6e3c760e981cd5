/** Files that never reach a model, neither as the file somebody writes in nor as context for another. */
import ignore from 'ignore';

/** Secrets by their usual names, in the syntax of `.gitignore`. */
const SECRETS = [
  ...['.env', '.env.*', '*.env', '.envrc', '*.tfvars', '*.tfstate', 'secrets.*', '*.secret', '*.secrets'],
  ...['*.pem', '*.key', '*.p12', '*.pfx', '*.p8', '*.jks', '*.keystore', '*.kdbx', '*.asc', '*.gpg', '*.ppk'],
  ...['*.crt', '*.cer', '*.der', '*.csr', 'id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*', 'known_hosts'],
  ...['.npmrc', '.pypirc', '.netrc', '_netrc', '.git-credentials', '.htpasswd', '.pgpass', '.dockercfg'],
  ...['**/.aws/*', '**/.docker/config.json', '**/.kube/config', '.ssh/', 'credentials.json'],
  ...['service-account*.json', '.vault-token', 'wallet.dat'],
  // What stands for a secret in a template is none.
  ...['!.env.example', '!.env.sample', '!.env.template'],
];

/** An ignore file: its text, and the folder it lies in, relative to the workspace (empty for its root). */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/**
 * Tells whether a file stays out: `path` as shown to the model, relative to the workspace, with slashes. `patterns` are
 * the user's own, in the syntax of `.gitignore`.
 */
export function createExclusion(
  patterns: readonly string[],
  ignoreFiles: readonly IgnoreFile[],
): (path: string) => boolean {
  const own = ignore({ ignorecase: true })
    .add(SECRETS)
    .add([...patterns]);
  const files = ignoreFiles.map(({ folder, text }) => ({
    prefix: folder === '' ? '' : `${folder}/`,
    rules: ignore().add(text),
  }));
  const known = new Map<string, boolean>();
  const decide = (path: string): boolean => {
    const relative = path.replaceAll('\\', '/').replace(/^(?:[a-zA-Z]:)?(?:\.{0,2}\/)+/, '');
    if (!ignore.isPathValid(relative)) return false;
    return (
      own.ignores(relative) ||
      files.some(
        ({ prefix, rules }) =>
          relative.startsWith(prefix) &&
          relative.length > prefix.length &&
          rules.ignores(relative.slice(prefix.length)),
      )
    );
  };
  return (path) => {
    const answer = known.get(path) ?? decide(path);
    if (known.size > 500) known.clear();
    known.set(path, answer);
    return answer;
  };
}

/** Most characters of a file that is looked at as context. */
const HUGE = 1_000_000;

/** Text that says nothing to a model: binary, huge, or made by a machine in endless lines. */
export function isUnreadable(text: string): boolean {
  if (text.length > HUGE || text.includes('\0')) return true;
  const start = text.slice(0, 20_000);
  return start.length > 2000 && start.length / (start.split('\n').length + 1) > 400;
}
