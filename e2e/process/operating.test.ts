import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../../infra/local/paths.ts';
import { createTeardown } from '../../infra/local/teardown.ts';
import { commands as ofLatchkey } from '../../sdk/cli/src/commands/index.ts';
import { program as drop } from '../../services/drop/src/commands/program.ts';
import { program as sso } from '../../services/sso/src/commands/program.ts';
import { program as userApi } from '../../services/user-api/src/commands/program.ts';
import { operator } from './guide-person.ts';
import { blocks, playGuide, type OpenFronts } from './play-guide.ts';
import { playUnits } from './play-units.ts';
import { startTlsProxy } from './tls-proxy.ts';

const text = readFileSync(join(rootDir, 'docs/operating.md'), 'utf8');

/** Why a marked block of the guide is not played here. */
const leftOut: Record<string, string> = {
  get: 'the checkout of this test has what it installs',
  site: 'the test gives each value one of its own',
  systemd: 'systemd must be the first process; what the units start is played below',
  upgrade: 'it needs the tag of a next release',
  backup: 'it needs a pg_dump of the version of the server: npm run test:operating plays it',
  restore: 'as backup',
};

test('every block of the guide is played here, or has a mark with a reason', () => {
  const marks = blocks.map(({ mark }) => mark).filter((mark) => mark !== '');
  expect(marks.toSorted()).toEqual(Object.keys(leftOut).toSorted());
});

/** The values that the site of the guide names, each where it stands. */
const siteNames = [
  ...(blocks.find(({ mark }) => mark === 'site')?.commands ?? '').matchAll(/\b([A-Z_]+)=/g),
].map(([, name = '']) => name);

const programs = {
  latchkey: ofLatchkey,
  'latchkey-sso': sso.commands,
  'latchkey-user-api': userApi.commands,
  'latchkey-drop': drop.commands,
};
/** Every command that the guide names, in a block or in a sentence. */
const named = [
  ...text.matchAll(/(?<=[`\s])(?<!-n )(latchkey(?:-sso|-user-api|-drop)?) ([a-z][a-z -]*[a-z])/g),
]
  .map(([, program = '', words = '']) => [program, words] as const)
  .concat([...text.matchAll(/`(admin [a-z][a-z -]*[a-z])`/g)].map(([, words = '']) => ['latchkey', words]));

test.each(named)('the guide names the command %s %s, which there is', (program, words) => {
  const names = programs[program as keyof typeof programs].map(({ name }) => name);
  expect(names.filter((name) => `${words} `.startsWith(`${name} `))).not.toEqual([]);
});

const openFronts: OpenFronts = ({ ports, ...certificate }, teardown) =>
  Promise.all(ports.map((port) => startTlsProxy(certificate, port, teardown)));

test('the guide leads from empty databases to a token with operator power, and the units start what it starts', async () => {
  const teardown = createTeardown();
  try {
    const played = await playGuide({ openFronts, marks: [] }, teardown);
    const { values, printed, secrets, sawPages } = played;
    // The test gives each value one of its own, and the guide names each once.
    expect(siteNames.toSorted()).toEqual(Object.keys(values).toSorted());
    expect(sawPages.map(({ status, body }) => [status, body['outcome']])).toEqual([
      [200, 'choose_password'],
      [200, 'confirm'],
      [200, 'number'],
    ]);
    expect(printed).toContain(`${operator} is an operator of kind admin.`);
    expect(printed).toContain('The client latchkey-cli was made.');
    expect(printed).toContain(`Logged in as ${operator} at https://`);
    expect(printed).toContain('The org acme is made.');
    expect(printed).toContain('Give the link only to ben@example.com');
    const modeOf = (name: string) => statSync(join(values.LATCHKEY_HOME, name)).mode & 0o777;
    expect([modeOf('sso/signing-keys.json'), modeOf('sso.env')]).toEqual([0o600, 0o600]);
    const read = (service: string) => {
      const log = readFileSync(join(values.LATCHKEY_HOME, `${service}.log`), 'utf8');
      return {
        isListening: log.includes('"listening"'),
        // The end of the guide stops what $! names: the service itself.
        isStopped: log.includes('"stopped"'),
        hasErrors: log.includes('"level":"error"'),
        // What a role lacks shows first in upkeep, which only warns.
        lacksRights: log.includes('permission denied'),
        secrets: Object.keys(secrets).filter((name) => log.includes(secrets[name]!)),
      };
    };
    const good = { isListening: true, isStopped: true, hasErrors: false, lacksRights: false, secrets: [] };
    const logs = { sso: read('sso'), 'user-api': read('user-api'), drop: read('drop') };
    expect(logs).toEqual({ sso: good, 'user-api': good, drop: good });
    await playUnits(values, teardown);
  } finally {
    await teardown.run();
  }
});
