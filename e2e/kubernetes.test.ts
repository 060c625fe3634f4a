import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';
import { services } from '../infra/local/service-list.ts';
import { findNetworkFaults } from '../infra/ops/deploy/check-network.ts';
import { findReferenceFaults } from '../infra/ops/deploy/check-references.ts';
import { findSchemaFaults } from '../infra/ops/deploy/check-schema.ts';
import { findObject, listWorkloads, readVariables } from '../infra/ops/deploy/cluster.ts';
import { overlayFolder, renderOverlay, type Manifest } from '../infra/ops/deploy/render-overlay.ts';
import { createHealth } from '../packages/http-server/src/health.ts';
import { program as dropProgram } from '../services/drop/src/commands/program.ts';
import { loadConfig as loadDropConfig } from '../services/drop/src/config.ts';
import { program as ssoProgram } from '../services/sso/src/commands/program.ts';
import { loadConfig as loadSsoConfig } from '../services/sso/src/config.ts';
import { program as userApiProgram } from '../services/user-api/src/commands/program.ts';
import { loadConfig as loadUserApiConfig } from '../services/user-api/src/config.ts';

const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8');
const overlay = 'infra/ops/k8s/overlays/production';
const rendered = {
  local: renderOverlay(overlayFolder('local')),
  production: renderOverlay(overlayFolder('production')),
};

/** Whether an ingress of production passes a path on to a service. */
function createReach(ingress: string, service: string): (path: string) => boolean {
  const rules = passedOn(ingress, service);
  return (path) =>
    rules.some((rule) => path === rule.path || (rule.isPrefix && path.startsWith(`${rule.path}/`)));
}

interface IngressSpec {
  readonly rules: ReadonlyArray<{
    readonly http: {
      readonly paths: ReadonlyArray<{
        readonly path: string;
        readonly pathType: string;
        readonly backend: { readonly service: { readonly name: string } };
      }>;
    };
  }>;
}

function passedOn(ingress: string, service: string): { readonly path: string; readonly isPrefix: boolean }[] {
  const found = findObject(rendered.production, 'Ingress', ingress);
  const { rules } = (found?.['spec'] ?? { rules: [] }) as IngressSpec;
  return rules
    .flatMap(({ http }) => http.paths)
    .filter(({ backend }) => backend.service.name === service)
    .map(({ path, pathType }) => ({ path, isPrefix: pathType === 'Prefix' }));
}

describe.each(services.map(({ name }) => name))('the production overlay of %s', (service) => {
  const reaches = createReach('latchkey', service);
  const reachesAsOperator = createReach('latchkey-admin', service);
  const { paths }: { paths: Record<string, unknown> } = JSON.parse(read(`docs/openapi/${service}.json`));
  const routes = Object.keys(paths).filter((path) => !/^\/(health|internal)\//.test(path));
  const isOfOperators = (path: string) => /^((\/v1)?\/admin\/|\/console(\/|$))/.test(path);

  test('passes every public route on, but those of operators only from their network', () => {
    expect(routes.length).toBeGreaterThan(5);
    expect(routes.filter((path) => !reaches(path))).toEqual(routes.filter(isOfOperators));
    expect(routes.some(isOfOperators)).toBe(true);
    expect(routes.filter(reachesAsOperator)).toEqual(routes);
  });

  test('passes on what people type', () => {
    const typed = {
      sso: ['/', '/device', '/favicon.ico', '/theme/x.svg'],
      drop: ['/', '/favicon.ico', '/theme/x.svg'],
    };
    expect((typed[service as keyof typeof typed] ?? []).filter((path) => !reaches(path))).toEqual([]);
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

const programs = { sso: ssoProgram, 'user-api': userApiProgram, drop: dropProgram };

const loaders = [
  ['sso', loadSsoConfig],
  ['user-api', loadUserApiConfig],
  ['drop', loadDropConfig],
] as const;

const overlays = ['local', 'production'] as const;

/** The Secrets that the comment of an overlay names, which are made outside of the repository. */
const outside = {
  local: new Set(['sso-signing-keys']),
  production: new Set([
    'sso',
    'user-api',
    'drop',
    'sso-migrate',
    'user-api-migrate',
    'drop-migrate',
    'sso-signing-keys',
  ]),
};

test('the Secrets that are made outside of the repository are named where they are left out', () => {
  const comment = (name: (typeof overlays)[number]) =>
    read(`infra/ops/k8s/overlays/${name}/kustomization.yaml`).split('apiVersion')[0] ?? '';
  const unnamed = (name: (typeof overlays)[number]) =>
    [...outside[name]].filter((secret) => !new RegExp(`[\` ]${secret}[\` ]`).test(comment(name)));
  expect(overlays.flatMap(unnamed)).toEqual([]);
});

const paths = new Set(Object.keys(createHealth({}).publicPaths));

describe.each(overlays)('the overlay %s', (name) => {
  const manifests = rendered[name];

  test('is what the schemas of Kubernetes allow, without a field that they do not know', async () => {
    expect(manifests.length).toBeGreaterThan(30);
    expect((await Promise.all(manifests.map(findSchemaFaults))).flat()).toEqual([]);
  });

  test('names nothing that is not there: Secrets, ConfigMaps, volumes, ports, paths of probes', () => {
    expect(findReferenceFaults(manifests, { outside: outside[name], paths })).toEqual([]);
  });

  test('allows each call between its pods, and no other', () => {
    expect(findNetworkFaults(manifests)).toEqual([]);
  });

  test('runs commands that the services have', () => {
    const commands = listWorkloads(manifests).flatMap(({ template }) =>
      template.spec.containers.flatMap(({ command = [] }) =>
        command.length === 0 ? [] : [command.join(' ')],
      ),
    );
    const known = Object.entries(programs).flatMap(([service, { commands: list }]) =>
      list.map((command) => `latchkey-${service} ${command.name}`),
    );
    expect(commands.length).toBeGreaterThanOrEqual(4);
    expect(commands.filter((command) => !known.includes(command))).toEqual([]);
  });
});

const random = () => randomBytes(32).toString('base64url');

/** A good value of a variable that a Secret holds. */
function makeSecret(name: string): string {
  if (name.endsWith('_URL')) return `${name === 'REDIS_URL' ? 'redis' : 'postgresql'}://u:${random()}@host/0`;
  if (name === 'SERVICE_CALLERS') return `sso:${random()}`;
  return name === 'SERVICE_MASTER_KEY' ? random() : `k1:${random()}`;
}

/** The variables of a service's pods. */
function readPodVariables(
  manifests: readonly Manifest[],
  service: string,
): Record<string, string | undefined> {
  const workload = listWorkloads(manifests).find(
    ({ kind, name }) => kind === 'Deployment' && name === service,
  );
  const [container] = workload?.template.spec.containers ?? [];
  return container === undefined ? {} : Object.fromEntries(readVariables(manifests, container));
}

test.each(loaders)(
  'the ConfigMap of %s and the Secret that it describes hold all that production needs',
  (service, load) => {
    const [, list = ''] =
      /The Secret `[a-z-]+` holds ([A-Z_, ]+)/.exec(read(`infra/ops/k8s/base/${service}/config.yaml`)) ?? [];
    const names = list.match(/[A-Z_]+/g) ?? [];
    const secret = Object.fromEntries(names.map((name) => [name, makeSecret(name)]));
    const variables = readPodVariables(rendered.production, service);
    expect(load({ ...variables, ...secret })).toMatchObject({ NODE_ENV: 'production' });
  },
);

test.each(loaders)('the local overlay gives %s all that it needs', (service, load) => {
  const variables = readPodVariables(rendered.local, service);
  expect(load(variables)).toMatchObject({ NODE_ENV: 'development', SSO_URL: 'http://localhost:4001' });
});

const workloads = listWorkloads(rendered.production);

test.each(loaders)('%s has a deployment and a migration', (service) => {
  const made = workloads.map(({ kind, name }) => `${kind} ${name}`);
  expect(made).toEqual(expect.arrayContaining([`Deployment ${service}`, `Job ${service}-migrate`]));
});

test.each(workloads.map(({ name, template }) => [name, template] as const))(
  'the pods of %s run without rights, behind a network policy',
  (_name, { metadata, spec }) => {
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    });
    const policies = JSON.stringify(rendered.production.filter(({ kind }) => kind === 'NetworkPolicy'));
    expect(policies).toContain(`"${metadata.labels['app.kubernetes.io/name']}"`);
  },
);

test('the months of the request log are kept every day', () => {
  const job = read('infra/ops/k8s/base/user-api/log-months.yaml');
  expect(job).toMatch(/^kind: CronJob$[^]*^ {2}schedule: '\d+ \d+ \* \* \*'$/m);
  expect(read('docker-compose.yml')).toContain('latchkey-user-api request-log months; sleep 86400');
});
