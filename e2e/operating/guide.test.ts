import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runToEnd } from '../../infra/local/child-process.ts';
import { rootDir } from '../../infra/local/paths.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { playGuide } from '../process/play-guide.ts';
import { openNginx } from './open-nginx.ts';

test('the guide on Debian’s PostgreSQL and nginx, with a backup and a restore into databases made again', async () => {
  const teardown = createTeardown();
  try {
    const { folder, values, printed } = await playGuide(
      { openFronts: openNginx, marks: ['backup', 'restore'] },
      teardown,
    );
    const { BACKUP, KEY_BACKUP, LATCHKEY_HOME } = values;
    expect(printed).toContain(`${BACKUP} holds the databases of sso, user-api and drop.`);
    expect(printed).toContain(`The databases of sso, user-api and drop hold the rows of ${BACKUP}.`);
    // The login of the first sign-in, after the restore.
    const [, after = ''] = printed.split('hold the rows of');
    expect(after).toContain('acme');
    const files = ['drop', 'sso', 'user-api'].flatMap((name) => [`${name}.dump`, `${name}.rows`]);
    expect(readdirSync(BACKUP).toSorted()).toEqual(files);
    const secret = [KEY_BACKUP, join(BACKUP, 'user-api.dump'), join(LATCHKEY_HOME, 'databases.conf')];
    expect(secret.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([]);
    const kept = await runToEnd('tar', ['-tf', KEY_BACKUP]);
    const settings = ['common.env', 'sso.env', 'sso/signing-keys.json', 'databases.conf'];
    expect(settings.filter((name) => kept.includes(`./${name}\n`))).toEqual(settings);
    expect(kept).not.toContain('.log');
    expect(readFileSync(join(folder, 'nginx/latchkey.log'), 'utf8')).not.toContain('?');
  } finally {
    await teardown.run();
  }
});

test('systemd finds nothing wrong with the units', async () => {
  if (findProgram('systemd-analyze') === undefined) throw new Error('systemd-analyze is missing.');
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-units-'));
  try {
    cpSync(join(rootDir, 'infra/ops/systemd'), folder, { recursive: true });
    cpSync(join(folder, 'latchkey@.service'), join(folder, 'latchkey@sso.service'));
    const units = ['latchkey@sso.service', 'latchkey-log-months.service', 'latchkey-log-months.timer'];
    const paths = units.map((name) => join(folder, name));
    expect(paths.every(existsSync)).toBe(true);
    // Warnings are on standard error, and end with 0.
    const command = 'systemd-analyze verify "$@" 2>&1';
    expect(await runToEnd('/bin/sh', ['-c', command, 'sh', ...paths])).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
