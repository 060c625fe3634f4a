import { globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';

const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8');
const patternsOf = (path: string): string[] =>
  read(path)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

describe.each(['.gitignore', '.dockerignore'])('the file %s', (path) => {
  test.each([
    'services/sso/keys.json',
    'signing-keys.json',
    'infra/ops/k8s/keys-2.json',
    'services/user-api/private.pem',
    '.env',
    'services/drop/.env.production',
  ])('leaves out %s', (file) => {
    expect(patternsOf(path).filter((pattern) => matchesGlob(file, pattern))).not.toEqual([]);
  });
});

test.each(globSync('services/*/Dockerfile', { cwd: rootDir }))(
  '%s copies nothing but what it names',
  (path) => {
    const service = path.split('/')[1] ?? '';
    const copied = [...read(path).matchAll(/^COPY (?:--chown=\S+ )?(.+) \S+$/gm)].flatMap(([, from = '']) =>
      from.split(' '),
    );
    const folder = `services/${service}`;
    const named = ['package.json', 'prisma.config.ts', 'prisma', 'src', 'bin'].map(
      (name) => `${folder}/${name}`,
    );
    const shared = [
      'package.json',
      'pnpm-lock.yaml',
      'pnpm-workspace.yaml',
      'packages',
      'infra/ops/images/install-service.sh',
      '--from=build',
      '--chown=root:root',
      '/app',
    ];
    expect(copied.filter((from) => !named.includes(from) && !shared.includes(from))).toEqual([]);
    expect(copied).toContain(`${folder}/src`);
  },
);

test.each(globSync('services/*/Dockerfile', { cwd: rootDir }))(
  'the base image of %s names a version, and the service runs as node',
  (path) => {
    expect(read(path)).toMatch(/^ARG NODE_IMAGE=\S+node:\d+\.\d+\.\d+-/m);
    expect(read(path)).toMatch(/^USER node$/m);
  },
);

test('the packages of tests stay out of the images', () => {
  expect(read('infra/ops/images/install-service.sh')).toMatch(/^rm -rf packages\/testing /m);
});

test('each service runs as a user of its own, to whom the guide gives no file of settings', () => {
  const units = ['latchkey@.service', 'latchkey-log-months.service'].map((name) =>
    read(`infra/ops/systemd/${name}`),
  );
  expect(units.map((unit) => /^User=(.*)$/m.exec(unit)?.[1])).toEqual(['latchkey-%i', 'latchkey-user-api']);
  const guarded = units.map((unit) =>
    unit.match(/^(?:Protect|Restrict|Private|SystemCall|NoNew|Capab|UMask).*/gm),
  );
  expect(guarded[1]).toEqual(guarded[0]);
  expect(guarded[0]).toEqual(
    expect.arrayContaining([
      'ProtectProc=invisible',
      'ProtectKernelLogs=yes',
      'ProtectClock=yes',
      'ProtectHostname=yes',
      'SystemCallFilter=@system-service',
    ]),
  );
  expect(read('docs/operating.md').match(/\bchown .*/g)).toEqual([
    'chown -R "latchkey-$service:" "$LATCHKEY_HOME/$service"',
  ]);
});
