import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { rootDir } from '../../local/paths.ts';
import type { ServiceName } from '../../local/service-list.ts';

/** The environment that docker-compose.yml gives a service, with each `${NAME:-value}` as its value. */
export function readComposeEnvironment(service: ServiceName): Record<string, string> {
  const text = readFileSync(join(rootDir, 'docker-compose.yml'), 'utf8');
  const { services } = parse(text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true }) as {
    services: Record<string, { environment: Record<string, string | number> }>;
  };
  const entries = Object.entries(services[service]?.environment ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value ?? '')]));
}
