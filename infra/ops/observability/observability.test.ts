import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../../local/paths.ts';
import { services } from '../../local/service-list.ts';
import { findObject } from '../deploy/cluster.ts';
import { overlayFolder, renderOverlay } from '../deploy/render-overlay.ts';

const read = (path: string): string => readFileSync(join(rootDir, path), 'utf8');
const rules = read('infra/ops/observability/alerts.yml');
const cases = read('infra/ops/observability/alerts.test.yml');
const runbook = read('docs/runbook.md');

const alerts = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name = '']) => name);

test('the runbook has a section for each alert and for nothing else, in at most 900 words', () => {
  const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(10);
  expect(sections).toEqual(alerts);
  expect(runbook.split(/\s+/).length).toBeLessThanOrEqual(900);
});

test.each(alerts)(
  '%s names its section, and has a case in which it fires and one in which it does not',
  (name) => {
    const [, rule = ''] = rules.split(`- alert: ${name}\n`);
    expect(/runbook: (\S+)/.exec(rule)?.[1]).toBe(`docs/runbook.md#${name.toLowerCase()}`);
    const [firing = '', quiet = ''] = cases.split('- name: no alert while all is well');
    expect(firing).toContain(`alertname: ${name}\n`);
    expect(quiet).toContain(`alertname: ${name}, `);
  },
);

/** Words of PromQL that rules and dashboard use, and the one metric that Prometheus itself makes. */
const words = new Set(
  'sum min max avg count topk by rate increase histogram_quantile avg_over_time offset or unless up'.split(
    ' ',
  ),
);

/** The metrics that an expression names. */
function metricsOf(expression: string): string[] {
  const [, names = '', rest = ''] = /__name__=~"\(([^)]+)\)(\w+)"/.exec(expression) ?? [];
  const listed = names.split('|').flatMap((name) => (name === '' ? [] : `${name}${rest}`));
  const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|by \([^)]*\)|offset \w+/g, ' ');
  const named = bare.match(/\b[a-z]\w*/g) ?? [];
  return [...listed, ...named].filter((name) => !words.has(name));
}

const ofRules = [...rules.matchAll(/^ {8}expr: (?:>-\n)?([\s\S]*?)\n {8}\w+:/gm)].map(
  ([, text = '']) => text,
);
const { panels } = JSON.parse(read('infra/ops/observability/dashboard.json')) as {
  panels: { targets: { expr: string }[] }[];
};
const ofDashboard = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const metrics = [...new Set([...ofRules, ...ofDashboard].flatMap(metricsOf))].sort();

const sources = [
  'packages/http-server',
  'packages/database',
  'services/sso',
  'services/user-api',
  'services/drop',
]
  .flatMap((folder) =>
    readdirSync(join(rootDir, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => read(join(folder, 'src', path))),
  )
  .join('\n');

test('rules and dashboard are read', () => {
  expect(ofRules).toHaveLength(alerts.length);
  expect(metrics).toEqual(expect.arrayContaining(['dependency_up', 'user_api_upkeep_failures_total']));
});

test.each(metrics)('%s is a metric of a service', (named) => {
  const name = named.replace(/_(bucket|count|sum)$/, '');
  // Those of the process come with prom-client.
  const ofProcess = /^(process|nodejs)_/.test(name);
  const shared = name.replace(/^(sso|user_api|drop)_/, '`${service}_') + '`';
  expect(ofProcess || sources.includes(`'${name}'`) || sources.includes(shared)).toBe(true);
});

const production = renderOverlay(overlayFolder('production'));

test.each(services)('Prometheus finds the metrics of $name', ({ name }) => {
  const monitor = read('infra/ops/k8s/components/monitoring/service-monitor.yaml');
  expect(monitor).toMatch(/port: internal\n +path: \/metrics/);
  expect(findObject(production, 'Service', name)).toMatchObject({
    metadata: { labels: { 'app.kubernetes.io/part-of': 'latchkey' } },
    spec: { ports: [{ name: 'http' }, { name: 'internal' }] },
  });
});
