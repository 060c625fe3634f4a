import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';
import { services } from '../infra/local/service-list.ts';
import { loadConfig as loadDropConfig } from '../services/drop/src/config.ts';
import { loadConfig as loadSsoConfig } from '../services/sso/src/config.ts';
import { program } from '../services/user-api/src/commands/program.ts';
import { loadConfig as loadUserApiConfig } from '../services/user-api/src/config.ts';

const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8');
const overlay = 'infra/k8s/overlays/production';

const adminServices = ['user-api', 'drop'];

/** Whether an ingress of production passes a path on to a service. */
function createReach(ingress: string, service: string): (path: string) => boolean {
  const rules = passedOn(ingress, service);
  return (path) =>
    rules.some((rule) => path === rule.path || (rule.isPrefix && path.startsWith(`${rule.path}/`)));
}

function passedOn(ingress: string, service: string): { readonly path: string; readonly isPrefix: boolean }[] {
  const rule =
    /- path: (\S+)\s+pathType: (\w+)\s+backend:\s+service:\s+name: (\S+)\s+port: \{ name: http \}/g;
  return [...read(`${overlay}/${ingress}`).matchAll(rule)]
    .filter(([, , , name]) => name === service)
    .map(([, path = '', type]) => ({ path, isPrefix: type === 'Prefix' }));
}

describe.each(services.map(({ name }) => name))('the production overlay of %s', (service) => {
  const reaches = createReach('ingress.yaml', service);
  const reachesAsOperator = createReach('ingress-admin.yaml', service);
  const { paths }: { paths: Record<string, unknown> } = JSON.parse(read(`docs/openapi/${service}.json`));
  const routes = Object.keys(paths).filter((path) => !/^\/(health|internal)\//.test(path));
  const isOfOperators = (path: string) => /^(\/v1)?\/admin\//.test(path);

  test('passes every public route on, but those of operators only from their network', () => {
    expect(routes.length).toBeGreaterThan(5);
    expect(routes.filter((path) => !reaches(path))).toEqual(routes.filter(isOfOperators));
    const isBehindBoth = adminServices.includes(service);
    expect(routes.some(isOfOperators)).toBe(isBehindBoth);
    expect(routes.filter(reachesAsOperator)).toEqual(isBehindBoth ? routes : []);
  });

  test.each(['/internal/v1/tokens/mint', '/metrics', '/docs', '/openapi.json', '/health/ready'])(
    'does not pass %s on',
    (path) => expect([reaches(path), reachesAsOperator(path)]).toEqual([false, false]),
  );

  test('migrates with a database role of its own', () => {
    const patch = new RegExp(
      `name: ${service}-migrate \\}\\s+patch: \\|-\\s+- op: replace\\s+path: (\\S+)\\s+value: ${service}-migrate\\n`,
    );
    const path = '/spec/template/spec/containers/0/env/0/valueFrom/secretKeyRef/name';
    expect(patch.exec(read(`${overlay}/kustomization.yaml`))?.[1]).toBe(path);
  });
});

test('the routes of operators have an ingress class of their own, and the hosts that tokens name', () => {
  const hosts = (ingress: string) =>
    [...read(`${overlay}/${ingress}`).matchAll(/^ {4}- host: (\S+)$/gm)].map(([, host]) => host);
  expect(read(`${overlay}/ingress-admin.yaml`)).toMatch(/^ {2}ingressClassName: latchkey-operators$/m);
  expect(read(`${overlay}/ingress.yaml`)).not.toContain('latchkey-operators');
  expect(hosts('ingress.yaml')).toEqual(expect.arrayContaining(hosts('ingress-admin.yaml')));
  expect(read(`${overlay}/kustomization.yaml`)).toMatch(/- ingress\.yaml\n {2}- ingress-admin\.yaml\n/);
});

const loaders = [
  ['sso', loadSsoConfig],
  ['user-api', loadUserApiConfig],
  ['drop', loadDropConfig],
] as const;

/** The data of a ConfigMap, one variable a line. */
function readConfigMap(service: string): Record<string, string> {
  const [, data = ''] = read(`infra/k8s/base/${service}/config.yaml`).split('\ndata:\n');
  return Object.fromEntries(
    [...data.matchAll(/^ {2}([A-Z_]+): '?(.*?)'?$/gm)].map(([, name, value]) => [name, value]),
  );
}

const random = () => randomBytes(32).toString('base64url');

/** A good value of a variable that a Secret holds. */
function makeSecret(name: string): string {
  if (name.endsWith('_URL')) return `${name === 'REDIS_URL' ? 'redis' : 'postgresql'}://u:${random()}@host/0`;
  if (name === 'SERVICE_CALLERS') return `sso:${random()}`;
  return name === 'SERVICE_MASTER_KEY' ? random() : `k1:${random()}`;
}

test.each(loaders)(
  'the ConfigMap of %s and the Secret that it describes hold all that production needs',
  (service, load) => {
    const [, list = ''] =
      /The Secret `[a-z-]+` holds ([A-Z_, ]+)/.exec(read(`infra/k8s/base/${service}/config.yaml`)) ?? [];
    const names = list.match(/[A-Z_]+/g) ?? [];
    const secret = Object.fromEntries(names.map((name) => [name, makeSecret(name)]));
    expect(load({ ...readConfigMap(service), ...secret })).toMatchObject({ NODE_ENV: 'production' });
  },
);

test.each(loaders)('the local overlay gives %s all that it needs', (service, load) => {
  const text = read('infra/k8s/overlays/local/kustomization.yaml');
  const [, literals = ''] = text.split(`  - name: ${service}\n    literals:\n`);
  const [own = ''] = literals.split(/^ {2}- name|^patches/m);
  const secret = [...own.matchAll(/^ {6}- ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const replaced = [...text.matchAll(/path: \/data\/([A-Z_]+), value: '?([^' ]+)/g)].map(
    ([, name, value]) => [name, value],
  );
  const environment = Object.fromEntries([...Object.entries(readConfigMap(service)), ...replaced, ...secret]);
  expect(load(environment)).toMatchObject({ NODE_ENV: 'development', SSO_URL: 'http://localhost:4001' });
});

/** The manifests of a service that make pods. */
const listPodFiles = (service: string): string[] =>
  readdirSync(join(rootDir, 'infra/k8s/base', service)).filter((file) =>
    /^kind: (Deployment|Job|CronJob)$/m.test(read(`infra/k8s/base/${service}/${file}`)),
  );

test.each(loaders)('%s has a deployment and a migration', (service) => {
  expect(listPodFiles(service)).toEqual(expect.arrayContaining(['deployment.yaml', 'migrate.yaml']));
});

test.each(loaders.flatMap(([service]) => listPodFiles(service).map((file) => [service, file] as const)))(
  'the pods of %s/%s run without rights, behind a network policy',
  (service, file) => {
    const text = read(`infra/k8s/base/${service}/${file}`);
    expect(read(`infra/k8s/base/${service}/kustomization.yaml`)).toContain(`- ${file}\n`);
    const [, pods = ''] =
      /template:\n +metadata:\n +labels:\n +app.kubernetes.io\/name: (\S+)/.exec(text) ?? [];
    const policies = read(`infra/k8s/base/${service}/network-policy.yaml`);
    expect(policies).toMatch(new RegExp(`(name: |[[ ])${pods}[\\n\\],]`));
    const lines = [
      'automountServiceAccountToken: false',
      'runAsNonRoot: true',
      'type: RuntimeDefault',
      'allowPrivilegeEscalation: false',
      'readOnlyRootFilesystem: true',
      '- ALL',
    ];
    expect(lines.filter((line) => !text.includes(line))).toEqual([]);
  },
);

test('the months of the request log are kept every day, by a command that the usage names', () => {
  const job = read('infra/k8s/base/user-api/log-months.yaml');
  expect(job).toMatch(/^kind: CronJob$[^]*^ {2}schedule: '\d+ \d+ \* \* \*'$/m);
  expect(job).toContain('command: [latchkey-user-api, request-log, months]');
  expect(read('docker-compose.yml')).toContain('latchkey-user-api request-log months; sleep 86400');
  expect(program.commands.map(({ name }) => name)).toContain('request-log months');
});
