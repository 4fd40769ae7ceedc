import js from '@eslint/js'
import boundaries from 'eslint-plugin-boundaries'
import reactHooks from 'eslint-plugin-react-hooks'
import { join } from 'node:path'
import tseslint from 'typescript-eslint'
import { boundariesSettings, roomRules } from './scripts/lint/boundaries.js'
import { house } from './scripts/lint/imports.js'

const root = import.meta.dirname

const replay =
  'It runs on the device, on the server and again on each replay, and must come to the same result: take time, ids and the actor from the input or the context.'

const namedExports = {
  selector: 'ExportDefaultDeclaration',
  message: 'Named exports only: a thing has one name everywhere.',
}

export default tseslint.config(
  { ignores: ['dist/', 'data/', 'coverage/', 'test-results/', 'playwright-report/', 'web/public/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },

  js.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: {
        project: ['shared/tsconfig.json', 'sync-server/tsconfig.json', 'web/tsconfig.json'],
        tsconfigRootDir: root,
      },
    },
    rules: {
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-syntax': ['error', namedExports],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.js'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
  { files: ['*.{ts,js}'], rules: { 'no-restricted-syntax': 'off' } },

  { files: ['web/**/*.{ts,tsx}'], ...reactHooks.configs.flat.recommended },
  // It warns of libraries that the React compiler cannot follow (react-hook-form's watch); the compiler is not used.
  { files: ['web/**/*.{ts,tsx}'], rules: { 'react-hooks/incompatible-library': 'off' } },
  {
    files: ['web/**/*.{ts,tsx}'],
    ignores: ['web/loading/*'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'react',
          importNames: ['Suspense', 'lazy'],
          message: 'Parts of the app are waited for in web/loading.',
        },
      ],
    },
  },

  {
    files: ['**/*.{ts,tsx,js}'],
    plugins: { boundaries },
    settings: {
      ...boundariesSettings,
      'boundaries/root-path': root,
      'import/resolver': { [join(root, 'scripts/lint/resolver.js')]: {} },
    },
    rules: { 'boundaries/no-unknown-files': 'error' },
  },
  ...roomRules,
  {
    files: ['**/*.{ts,tsx,js}'],
    // They are loaded by their paths.
    ignores: ['scripts/lint/resolver.js', 'sync-server/testing/one-postgres.ts'],
    plugins: { house },
    rules: { 'house/no-circle': 'error', 'house/no-dead-export': 'error' },
  },

  {
    files: ['shared/{rules,commands,queries,model,kernel}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        { name: 'process', message: `shared has no environment. ${replay}` },
        { name: 'crypto', message: `No random ids here. ${replay}` },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: `No clock here. ${replay}` },
        { object: 'Math', property: 'random', message: `No randomness here. ${replay}` },
        { object: 'performance', property: 'now', message: `No clock here. ${replay}` },
        { object: 'globalThis', property: 'crypto', message: `No random ids here. ${replay}` },
        { object: 'globalThis', property: 'process', message: `shared has no environment. ${replay}` },
      ],
      'no-restricted-syntax': [
        'error',
        namedExports,
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: `No clock here. ${replay}` },
        { selector: 'CallExpression[callee.name="Date"]', message: `No clock here. ${replay}` },
      ],
    },
  },
)
