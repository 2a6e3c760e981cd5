import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', '.vscode-test/', '.cache/', 'node_modules/', 'test/fixtures/', '*.mjs'] },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // Core gets the world as arguments (src/core/ports.ts).
    files: ['src/core/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'clearTimeout'],
        ...['clearInterval', 'console', 'self', 'process', 'performance', 'crypto', 'caches', 'indexedDB'],
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'Use ports.clock.' },
        { object: 'Math', property: 'random', message: 'Use ports.random.' },
      ],
    },
  },
  {
    // Mocha's `it` returns nothing to wait for; test tables read better with non-null facts checked by assert.
    files: ['test/**'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [] }] },
  },
);
