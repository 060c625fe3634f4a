import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';
import { loadConfig as loadDropConfig } from '../services/drop/src/config.ts';
import { loadConfig as loadSsoConfig } from '../services/sso/src/config.ts';
import { loadConfig as loadUserApiConfig } from '../services/user-api/src/config.ts';

const services = [
  ['sso', loadSsoConfig],
  ['user-api', loadUserApiConfig],
  ['drop', loadDropConfig],
] as const;
const read = (path: string) => readFileSync(join(rootDir, 'infra/k8s', path), 'utf8');

/** The data of a ConfigMap, one variable a line. */
function readConfigMap(service: string): Record<string, string> {
  const [, data = ''] = read(`base/${service}/config.yaml`).split('\ndata:\n');
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

test.each(services)(
  'the ConfigMap of %s and the Secret that it describes hold all that production needs',
  (service, load) => {
    const [, list = ''] =
      /The Secret `[a-z-]+` holds ([A-Z_, ]+)/.exec(read(`base/${service}/config.yaml`)) ?? [];
    const names = list.match(/[A-Z_]+/g) ?? [];
    const secret = Object.fromEntries(names.map((name) => [name, makeSecret(name)]));
    expect(load({ ...readConfigMap(service), ...secret })).toMatchObject({ NODE_ENV: 'production' });
  },
);

test.each(services)('the local overlay gives %s all that it needs', (service, load) => {
  const overlay = read('overlays/local/kustomization.yaml');
  const [, literals = ''] = overlay.split(`  - name: ${service}\n    literals:\n`);
  const [own = ''] = literals.split(/^ {2}- name|^patches/m);
  const secret = [...own.matchAll(/^ {6}- ([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
  const replaced = [...overlay.matchAll(/path: \/data\/([A-Z_]+), value: '?([^' ]+)/g)].map(
    ([, name, value]) => [name, value],
  );
  const environment = Object.fromEntries([...Object.entries(readConfigMap(service)), ...replaced, ...secret]);
  expect(load(environment)).toMatchObject({ NODE_ENV: 'development', SSO_URL: 'http://localhost:4001' });
});

test.each(services)('the production overlay migrates %s with a Secret of its own', (service) => {
  const overlay = read('overlays/production/kustomization.yaml');
  const [, patch = ''] = overlay.split(`  - target: { kind: Job, name: ${service}-migrate }\n`);
  const [own = ''] = patch.split('  - target:');
  expect(own).toContain('path: /spec/template/spec/containers/0/env/0/valueFrom/secretKeyRef/name');
  expect(own).toContain(`value: ${service}-migrate`);
});
