import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../local/paths.ts';
import { quickenRules } from './quick-rules.ts';

const text = readFileSync(join(rootDir, 'infra/observability/alerts.yml'), 'utf8');

test('every duration of the rules is 30 times shorter, no wait is longer than 10 s, and no other number changes', () => {
  const { rules, alerts } = quickenRules(text);
  expect(alerts.length).toBeGreaterThan(10);
  expect(rules).not.toMatch(/\[\d+[mh]\]|for: \d+[mh]|offset \d+[mh]/);
  expect(Math.max(...[...rules.matchAll(/for: (\d+)s/g)].map(([, seconds]) => Number(seconds)))).toBe(10);
  expect(rules).toContain('[10s]');
  expect(rules).toContain('offset 20s');
  expect(rules).toContain('> 180 * 86400');
  expect(rules).toContain('histogram_quantile(0.95');
});

test('an alert keeps its name, its labels and its text', () => {
  const rule = `groups:
  - name: g
    rules:
      - { alert: A, expr: 'rate(x{a="5m"}[5m]) > 1', for: 2m, labels: { severity: page }, annotations: { summary: 2m } }
`;
  const quick = quickenRules(rule);
  expect(quick.alerts).toEqual(['A']);
  expect(quick.rules).toBe(`groups:
  - name: g
    rules:
      - alert: A
        labels:
          severity: page
        annotations:
          summary: 2m
        expr: rate(x{a="5m"}[10s]) > 1
        for: 4s
`);
});
