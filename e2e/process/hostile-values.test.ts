import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSample } from '@latchkey/testing';
import { makeEnvironments, type Environment } from '../../infra/local/environment.ts';
import { loadSecrets } from '../../infra/local/secrets.ts';
import { findServiceDir, serviceArgs, services, type ServiceName } from '../../infra/local/service-list.ts';
import { createLogger } from '../../packages/process/src/index.ts';
import * as dropConfig from '../../services/drop/src/config.ts';
import { connect as connectDrop } from '../../services/drop/src/connect.ts';
import * as ssoConfig from '../../services/sso/src/config.ts';
import { connect as connectSso } from '../../services/sso/src/connect.ts';
import * as userApiConfig from '../../services/user-api/src/config.ts';
import { connect as connectUserApi } from '../../services/user-api/src/connect.ts';

/** No value of any variable ends in a stack trace, or in an error that names no variable. */

const logger = createLogger({ service: 'test', level: 'error' });
interface Service {
  readonly properties: Readonly<Record<string, object>>;
  /** Reads the environment and makes the connections, as the process does before it listens. */
  readonly start: (env: Environment) => { close(): Promise<void> };
}
const tried: Record<ServiceName, Service> = {
  sso: {
    properties: ssoConfig.schema.properties,
    start: (env) => connectSso(ssoConfig.loadConfig(env), logger),
  },
  'user-api': {
    properties: userApiConfig.schema.properties,
    start: (env) => connectUserApi(userApiConfig.loadConfig(env), logger),
  },
  drop: {
    properties: dropConfig.schema.properties,
    start: (env) => connectDrop(dropConfig.loadConfig(env), logger),
  },
};

const folder = mkdtempSync(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'latchkey-values-'));
let environments: Record<ServiceName, Environment>;
beforeAll(async () => {
  environments = makeEnvironments({
    ports: { sso: 0, 'user-api': 0, drop: 0 },
    publicUrls: { sso: 'http://sso.test', userApi: 'http://api.test', drop: 'http://drop.test' },
    databaseUrls: { sso: database, 'user-api': database, drop: database },
    redisUrl: 'redis://127.0.0.1:1',
    mailUrl: 'smtp://127.0.0.1:1',
    secrets: await loadSecrets(folder),
  });
  for (const own of Object.values(environments)) Object.assign(own, goodValues);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const database = 'postgres://nobody@127.0.0.1:1/none';
const goodValues = {
  HOST: '127.0.0.1',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  SECURITY_CONTACT: 'mailto:security@latchkey.test',
  SSO_CALL_URL: 'http://sso.test:1',
  SSO_INTERNAL_URL: 'http://sso.test:2',
  USER_API_CALL_URL: 'http://api.test:1',
  USER_API_INTERNAL_URL: 'http://api.test:2',
  DROP_CALL_URL: 'http://drop.test:1',
};
const addresses = ['url', 'public-url', 'postgres-url', 'redis-url', 'mail-url', 'contact', 'host'];
/** What `new URL` drops, moves or keeps, and what looks like nothing. */
const signs = ' \t\n\r\u0001\u007f\u00a0\u200b\u2028\u202e\ufeff\\'.split('');
const strange = [
  'x',
  '%zz',
  '[::]',
  '://',
  'http://',
  'http://[',
  'https:/a.test',
  'http://%zz.test',
  'http://a b.test',
  'redis://:%zz@a.test',
  'redis://a.test/x',
  'redis://a.test?commandTimeout=0',
  'postgres://u:%zz@a.test/x',
  'postgres://a.test/x?schema=y',
  'postgres://a.test/x?sslcert=/none',
  'postgres://a.test/x?sslnegotiation=y',
  'postgres://a.test/x?uselibpqcompat=true&sslmode=verify-ca',
  'smtp://a.test?x',
  'mailto:',
  'u:%zz@a.test:1',
  'null',
  '{',
  '[]',
  '{"__proto__":1}',
  '-1',
  '1e999',
  'NaN',
  '0x10',
  ',',
  ':',
  '\u{1f511}',
  'a'.repeat(9_000),
];

/** The lines with which a service ends; none where it starts. */
async function complaintsOf({ start }: Service, env: Environment): Promise<string[]> {
  try {
    await start(env).close();
    return [];
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n');
  }
}

const names = Object.keys(tried) as ServiceName[];
const cases = names.flatMap((name) => strange.map((value) => [name, value] as const));
const servers = names.flatMap((name) =>
  ['DATABASE_URL', 'REDIS_URL', 'REDIS_SENTINELS', 'MAIL_URL']
    .filter((variable) => variable in tried[name].properties)
    .map((variable) => ({ name, variable })),
);
/** Each by itself at the first service that has it: all read it by the same code. */
const byItself = createSample(servers, ({ variable }) => variable);

test.each(cases)('%s: in no variable %j ends without the name of the variable', async (name, value) => {
  const { properties } = tried[name];
  const everywhere = Object.fromEntries(Object.keys(properties).map((variable) => [variable, value]));
  const all = await complaintsOf(tried[name], { ...environments[name], ...everywhere, NODE_ENV: 'test' });
  expect(all.filter((line) => !/^[A-Z_]+ (must|is missing)/.test(line))).toEqual([]);
  expect(all.length).toBeGreaterThan(5);
  for (const { variable } of [...byItself].filter((one) => one.name === name)) {
    const own = await complaintsOf(tried[name], { ...environments[name], [variable]: value });
    expect(own.filter((line) => !line.startsWith(`${variable} `))).toEqual([]);
  }
});

const formatOf = (property: object) => ('format' in property ? String(property.format) : '');
const places = names.flatMap((name) => signs.map((sign) => [name, sign] as const));

test.each(places)('%s: every address refuses %j at each place', async (name, sign) => {
  const ofAddresses = Object.entries(tried[name].properties)
    .filter(([, property]) => addresses.includes(formatOf(property)))
    .map(([variable]) => variable);
  for (const share of [0, 0.5, 1]) {
    const changed = ofAddresses.map((variable) => {
      const good = environments[name][variable] ?? '';
      const at = Math.floor(good.length * share);
      return [variable, good.slice(0, at) + sign + good.slice(at)];
    });
    const complaints = await complaintsOf(tried[name], {
      ...environments[name],
      ...Object.fromEntries(changed),
    });
    const named = complaints.map((line) => line.split(' ', 1)[0]);
    // The complaint about an address says all about those that are made from it.
    expect(
      ofAddresses.filter((one) => !named.includes(one) && !/_(CALL|INTERNAL)_URL$|^INTERNAL_HOST/.test(one)),
    ).toEqual([]);
  }
});

/** What a process with this environment prints until it ends with 1. */
function run(name: ServiceName, env: Environment): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, serviceArgs, { cwd: findServiceDir(name), env, stdio: 'pipe' });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, text })));
}

test.each([
  ['HOST', { HOST: '203.0.113.9' }],
  ['INTERNAL_HOST', { INTERNAL_HOST: 'nobody.invalid' }],
  ['JWKS_FILE', { JWKS_FILE: '/nowhere/keys.json' }],
  ['REDIS_CLUSTER', { REDIS_CLUSTER: 'true', REDIS_SENTINELS: '127.0.0.1:1' }],
])(
  'a process whose %s cannot be used ends with 1 and a sentence that names it',
  async (variable, changed) => {
    const { code, text } = await run('drop', { ...environments.drop, LOG_LEVEL: 'error', ...changed });
    expect([code, text.includes(variable), /^ +at /m.test(text)]).toEqual([1, true, false]);
  },
);

test('the services of the walk are all there are', () => {
  expect(Object.keys(tried)).toEqual(services.map(({ name }) => name));
});
