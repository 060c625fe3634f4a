import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../infra/local/paths.ts';
import { services } from '../infra/local/service-list.ts';

const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8');
const overlay = 'infra/k8s/overlays/production';

/** The paths that the ingress of production passes on to a service. */
function passedOn(service: string): { readonly path: string; readonly isPrefix: boolean }[] {
  const rule =
    /- path: (\S+)\s+pathType: (\w+)\s+backend:\s+service:\s+name: (\S+)\s+port: \{ name: http \}/g;
  return [...read(`${overlay}/ingress.yaml`).matchAll(rule)]
    .filter(([, , , name]) => name === service)
    .map(([, path = '', type]) => ({ path, isPrefix: type === 'Prefix' }));
}

describe.each(services.map(({ name }) => name))('the production overlay of %s', (service) => {
  const rules = passedOn(service);
  const reaches = (path: string) =>
    rules.some((rule) => path === rule.path || (rule.isPrefix && path.startsWith(`${rule.path}/`)));

  test('passes every public route on', () => {
    const { paths }: { paths: Record<string, unknown> } = JSON.parse(read(`docs/openapi/${service}.json`));
    const routes = Object.keys(paths).filter((path) => !/^\/(health|internal)\//.test(path));
    expect(routes.length).toBeGreaterThan(5);
    expect(routes.filter((path) => !reaches(path))).toEqual([]);
  });

  test.each(['/internal/v1/tokens/mint', '/metrics', '/docs', '/openapi.json', '/health/ready'])(
    'does not pass %s on',
    (path) => expect(reaches(path)).toBe(false),
  );

  test('migrates with a database role of its own', () => {
    const patch = new RegExp(
      `name: ${service}-migrate \\}\\s+patch: \\|-\\s+- op: replace\\s+path: (\\S+)\\s+value: ${service}-migrate\\n`,
    );
    const path = '/spec/template/spec/containers/0/env/0/valueFrom/secretKeyRef/name';
    expect(patch.exec(read(`${overlay}/kustomization.yaml`))?.[1]).toBe(path);
  });
});
