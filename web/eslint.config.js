import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/', 'dist/'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, __PAGES__: 'readonly' } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A style attribute needs 'unsafe-inline', which the server's policy does not give; style: directives do not.
      'no-restricted-syntax': ['error', { selector: 'SvelteAttribute[key.name="style"]', message: 'Use a style: directive.' }],
      // Most maps here are made anew with every picture and never change.
      'svelte/prefer-svelte-reactivity': 'off',
      // The language service knows the types; this rule does not.
      'no-undef': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  { files: ['*.js', '*.ts', 'build/**'], languageOptions: { globals: globals.node } },
);
