import { loadConfig as loadDropConfig } from '../../../services/drop/src/config.ts';
import { loadConfig as loadSsoConfig } from '../../../services/sso/src/config.ts';
import { loadConfig as loadUserApiConfig } from '../../../services/user-api/src/config.ts';
import { readComposeEnvironment } from './compose-environment.ts';
import { readBaseImage } from './engine.ts';
import { judgeImage, type Found } from './judge-image.ts';

const sound: Found = {
  uid: 1000,
  canWriteRoot: false,
  canWriteCode: false,
  megabytes: 34,
  programs: [],
  packages: ['express@5.3.0'],
  files: [
    '/app/node_modules/.pnpm/a/node_modules/@prisma/client/runtime/query_compiler_small_bg.postgresql.wasm-base64.mjs',
  ],
  start: { seconds: 1, memoryMegabytes: 80, exitCode: 0 },
};
const wishes = {
  isReadOnly: true,
  listed: new Set(['express@5.3.0', 'typescript@7.0.2']),
  mostMegabytes: 40,
};

test('a sound image has no fault', () => {
  expect(judgeImage(sound, wishes)).toEqual([]);
  expect(judgeImage({ ...sound, canWriteRoot: true }, { ...wishes, isReadOnly: false })).toEqual([]);
});

test.each<[string, Partial<Found>]>([
  ['it runs as root', { uid: 0 }],
  ['the service may change its own code', { canWriteCode: true }],
  ['its root file system is not read-only', { canWriteRoot: true }],
  ['it has package managers: npm', { programs: ['npm'] }],
  ['it has packages of development: typescript@7.0.2', { packages: ['typescript@7.0.2'] }],
  ['its bill of materials lacks undici@7.0.0', { packages: ['undici@7.0.0'] }],
  ['it has files that no service reads: /app/a.test.ts', { files: ['/app/a.test.ts'] }],
  [
    'it has files that no service reads: /app/query_compiler_small_bg.mysql.mjs',
    { files: ['/app/query_compiler_small_bg.mysql.mjs'] },
  ],
  ['/app has 40.1 MB, more than 40', { megabytes: 40.1 }],
  ['it does not start: PORT is missing', { start: { failure: 'PORT is missing' } }],
  ['it ends with 1 on SIGTERM', { start: { seconds: 1, memoryMegabytes: 80, exitCode: 1 } }],
])('an image is refused: %s', (fault, change) => {
  expect(judgeImage({ ...sound, ...change }, wishes)).toEqual([fault]);
});

test.each([
  ['sso', loadSsoConfig],
  ['user-api', loadUserApiConfig],
  ['drop', loadDropConfig],
] as const)('the environment that compose gives %s is all that it needs', (service, load) => {
  expect(load(readComposeEnvironment(service))).toMatchObject({ SSO_URL: 'http://localhost:4001' });
  expect(readBaseImage(service)).toMatch(/node:\d/);
});
