import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './paths.ts';
import { findServiceDir, serviceArgs, serviceEnvironment, services } from './service-list.ts';

const [[variable, value]] = Object.entries(serviceEnvironment) as [[string, string]];
const setting = `${variable}=${value}`;

test.each(services.map(({ name }) => name))('%s starts alike by its script and in its image', (name) => {
  const read = (file: string) => readFileSync(join(findServiceDir(name), file), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  const command = ['node', ...serviceArgs];
  expect(scripts.start).toBe(command.join(' '));
  expect(JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '')).toEqual(command);
  expect(read('Dockerfile')).toMatch(new RegExp(`^ENV NODE_ENV=production .*${setting}$`, 'm'));
});

test('the unit of systemd and the shell of the guide start the same', () => {
  const command = `node ${serviceArgs.join(' ')}`;
  const unit = readFileSync(join(rootDir, 'infra/ops/systemd/latchkey@.service'), 'utf8');
  expect(unit).toContain(`ExecStart=/usr/bin/env ${command}\n`);
  expect(unit).toContain(`Environment=${setting} `);
  expect(readFileSync(join(rootDir, 'infra/ops/shell/services.sh'), 'utf8')).toContain(
    `env ${setting} ${command} `,
  );
});
