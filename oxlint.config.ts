import { defineConfig, type OxlintOverride } from 'oxlint';

/** One entry of `no-restricted-imports`: modules that a folder may not import, and the sentence that says so. */
type Restriction =
  | { readonly regex: string; readonly message: string; readonly allowTypeImports?: boolean }
  | { readonly group: string[]; readonly message: string };

const drivers = ['pg', 'ioredis', '@prisma/**'];
const web = ['express', 'body-parser', 'helmet'];
const libraries = [...web, 'ajv', 'jsonwebtoken', 'jose', 'winston', ...drivers];
const mailer = 'nodemailer';

const services = {
  regex: '/(sso|user-api|drop)/src/|^@latchkey/(sso|user-api|drop)$',
  message: 'Only HTTP connects the services; a package knows no service.',
};
const only = (group: string[], message: string): Restriction => ({ group, message });
const never = (regex: string, message: string): Restriction => ({ regex, message });

const webOnly = only(web, 'Only packages/http-server knows the web framework.');
const tokensOnly = only(['jsonwebtoken', 'jose'], 'Only packages/tokens knows JWT libraries.');
const winstonOnly = only(['winston'], 'Only packages/process knows winston.');
const ajvOnly = only(['ajv', 'ajv/*'], 'Only http-server, process and contracts validate with ajv.');
const mailerOnly = only([mailer], 'Only sibling/mail-server.ts knows nodemailer.');
const otelOnly = only(['@opentelemetry/*'], 'Only packages/tracing knows OpenTelemetry.');
const driversOnly = only(drivers, 'Only a store/ folder knows drivers.');

const clientOnly = never('/prisma/generated/', 'Only a store/ folder knows the database client.');

const domain = [
  clientOnly,
  never(
    '(^|/)(routes|access|grants|store)/|/(context|connect|create-context|create-stores|config|routes|main)\\.ts$',
    'The domain knows no route, store, context or config; pass in what it needs.',
  ),
  only(
    ['@latchkey/http-server', '@latchkey/process', '@latchkey/contracts/service-client'],
    'The domain imports only pure packages.',
  ),
  only(libraries, 'The domain knows no driver and no framework.'),
  mailerOnly,
  only(
    ['node:*', '!node:crypto', '!node:buffer', '!node:net', '!node:url'],
    'From Node, the domain uses node:crypto; time, randomness and ids are passed in.',
  ),
];
/** The wings of user-api, from the ground up. */
const wings = ['request-log', 'accounts', 'sessions', 'signing-in', 'clients', 'tokens', 'people'];

/**
 * Who may import whom (docs/architecture.md): a folder, and what it may not import. A later entry replaces an earlier
 * one for the same file, so the order is from the general to the particular.
 */
const layers: readonly (readonly [files: readonly string[], restrictions: readonly Restriction[]])[] = [
  [
    ['{packages,sdk/cli,sdk/client}/**/*.ts'],
    [webOnly, tokensOnly, winstonOnly, ajvOnly, driversOnly, otelOnly],
  ],
  [['packages/http-server/**/*.ts'], [tokensOnly, winstonOnly, driversOnly, otelOnly]],
  [['packages/{contracts,process,tokens}/**/*.ts'], [webOnly, driversOnly, otelOnly]],
  [['packages/tracing/**/*.ts'], [webOnly, tokensOnly, winstonOnly, ajvOnly, driversOnly]],
  [
    ['packages/pages/**/*.ts'],
    [
      only(['@latchkey/*', '!@latchkey/secrets'], 'The engine of the pages knows no route and no service.'),
      only(libraries, 'The engine of the pages knows no driver and no framework.'),
    ],
  ],
  [['sdk/resource-server/src/**/*.ts'], [webOnly, winstonOnly, ajvOnly, driversOnly]],
  [['packages/{database,testing}/**/*.ts', '{packages,sdk}/*/test/**/*.ts'], []],
  // The domain: every folder of a service that no entry below names.
  [['services/*/src/*/**/*.ts'], domain],
  [
    ['services/sso/src/oauth/**/*.ts'],
    [never('^(\\.\\./)+people/', 'What apps are given knows no page of people.'), ...domain],
  ],
  ...wings.map((wing, floor): (typeof layers)[number] => [
    [`services/user-api/src/${wing}/**/*.ts`],
    [
      never(`^(\\.\\./)+(${wings.slice(floor + 1).join('|')})/`, 'A wing imports only the wings below it.'),
      ...domain,
    ],
  ]),
  [
    ['services/*/src/sibling/**/*.ts', 'services/drop/src/token/ask-issuer.ts'],
    [
      never(
        '(^|/)(routes|access|grants|store)/|/(context|connect|create-context|create-stores|config|routes|main)\\.ts$',
        'A client module knows no route, store, context or config.',
      ),
      only(
        ['@latchkey/http-server', ...libraries],
        'A client module speaks HTTP through @latchkey/contracts/service-client.',
      ),
    ],
  ],
  [
    ['services/*/src/{routes,access,grants}/**/*.ts', 'services/*/src/routes.ts'],
    [
      clientOnly,
      never(
        '(^|/)store/|/(connect|create-context|create-stores|config|main)\\.ts$',
        'A route reaches stores through its context.',
      ),
      only(libraries, 'A route knows no driver and no framework.'),
    ],
  ],
  [
    ['services/*/src/store/**/*.ts'],
    [
      never(
        '(^|/)(routes|access|grants)/|/(context|connect|create-context|create-stores|config|routes|main)\\.ts$',
        'A store knows domain types and drivers.',
      ),
      only(
        [
          '@latchkey/http-server',
          '@latchkey/contracts/service-client',
          ...web,
          'ajv',
          'jsonwebtoken',
          'jose',
          'winston',
        ],
        'A store knows domain types and drivers.',
      ),
    ],
  ],
  // Commands are roots of their own, as create-context is.
  [['services/*/src/commands/**/*.ts'], [webOnly, tokensOnly, winstonOnly, ajvOnly]],
  [
    ['services/*/src/context.ts'],
    [
      {
        regex: '.*',
        allowTypeImports: true,
        message: 'context.ts holds only types, so that a route test loads no driver.',
      },
    ],
  ],
  [
    ['services/*/src/{connect,create-context,create-stores}.ts'],
    [
      never('(^|/)routes/|/(routes|main)\\.ts$', 'The context is made before and without the routes.'),
      webOnly,
    ],
  ],
  [
    ['services/*/src/main.ts'],
    [
      never('^\\./[^/]+/', 'main joins config, create-context, routes and http-server.'),
      only(libraries, 'main joins config, create-context, routes and http-server.'),
    ],
  ],
];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node', 'jest'],
  categories: { correctness: 'error', suspicious: 'error' },
  env: { node: true },
  ignorePatterns: [
    '**/prisma/generated/**',
    'sdk/client/src/calls/generated/**',
    '.latchkey/**',
    'release/**',
    'coverage/**',
  ],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/ban-ts-comment': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'max-lines': ['error', 250],
    'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
    complexity: ['error', 12],
    'max-depth': ['error', 3],

    // Plain objects and functions have no `this` to lose.
    'typescript/unbound-method': 'off',
    // JSON and database rows enter through one assertion each, where their shape is checked or known.
    'typescript/no-unsafe-type-assertion': 'off',
    // `import pg from 'pg'` is how its types want to be used.
    'import/no-named-as-default-member': 'off',
    // A small function reads best beside its only caller; sorting a fresh array harms nobody.
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-array-reverse': 'off',
    // JSON Schema has a keyword `then`; TypeScript itself knows when a function may end without a value.
    'unicorn/no-thenable': 'off',
    'typescript/consistent-return': 'off',
    // Names are for the reader to judge.
    'no-underscore-dangle': 'off',
    // Properties and shared suites assert in callbacks.
    'jest/no-conditional-expect': 'off',
    'jest/expect-expect': 'off',
  },
  overrides: [
    ...layers.map(([files, restrictions]): OxlintOverride => ({
      files: [...files],
      rules: { 'no-restricted-imports': ['error', { patterns: [services, ...restrictions] }] },
    })),
    // A domain test may read its own fixtures.
    { files: ['services/*/src/**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
    // The walk over JSON text is one loop on purpose: it takes no recursion and one pass.
    { files: ['packages/request-parser/src/scan-json.ts'], rules: { complexity: 'off' } },
    { files: ['{e2e,lab/histories,lab/scale}/**/*.ts'], rules: { 'max-lines-per-function': 'off' } },
    // Express 5 hands what an async handler throws to the error handler.
    { files: ['sdk/examples/**/*.ts'], rules: { 'oxc/no-async-endpoint-handlers': 'off' } },
    // A suite of many cases stays in one file.
    {
      files: ['**/test/**/*.ts', '**/*.test.ts'],
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off', complexity: 'off' },
    },
  ],
});
