import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServiceDir, serviceArgs, services } from './service-list.ts';

test.each(services.map(({ name }) => name))('%s starts alike by its script and in its image', (name) => {
  const read = (file: string) => readFileSync(join(findServiceDir(name), file), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
  const command = ['node', ...serviceArgs];
  expect(scripts.start).toBe(command.join(' '));
  expect(JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '')).toEqual(command);
});
