import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceOf } from '../../packages/process/src/config/complete-values.ts';
import type { ConfigSchema, VariableSchema } from '../../packages/process/src/config/config-schema.ts';
import { schema as drop } from '../../services/drop/src/config.ts';
import { schema as sso } from '../../services/sso/src/config.ts';
import { schema as userApi } from '../../services/user-api/src/config.ts';
import { rootDir } from './paths.ts';
import { printTsv } from './print-table.ts';
import type { ServiceName } from './service-list.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary: string;
  readonly 'x-access': string;
}

const schemas: Readonly<Record<ServiceName, ConfigSchema>> = { sso, 'user-api': userApi, drop };

/** The files beside a service's README: its settings and its public routes, as tables. */
export function listTables(name: ServiceName, document: Document): Readonly<Record<string, string>> {
  return {
    [`services/${name}/settings.tsv`]: listVariables(schemas[name]),
    [`services/${name}/routes.tsv`]: listRoutes(document),
  };
}

export async function writeTables(name: ServiceName, document: Document): Promise<void> {
  for (const [file, table] of Object.entries(listTables(name, document)))
    await writeFile(join(rootDir, file), table);
}

function listVariables(schema: ConfigSchema): string {
  const rows = Object.entries(schema.properties).map(([name, variable]) => [
    name,
    describeDefault(schema, name),
    describeVariable(variable),
  ]);
  return printTsv(['Variable', 'Default', 'What'], rows);
}

/** What a variable is when it is not set, or that it must be set. */
function describeDefault({ properties, required, requiredInProduction }: ConfigSchema, name: string): string {
  const value = properties[name]?.default;
  if (value !== undefined) return describeValue(value);
  const source = findSource(properties, name);
  if (name === 'INTERNAL_PORT') return `${source} + 100`;
  const isRequired = required?.includes(name) ?? false;
  if (source !== '') return describeSource(source, name, isRequired);
  if (requiredInProduction?.includes(name)) return 'required in production';
  return isRequired ? 'required' : '';
}

/** The variable of the schema that another one is made from; '' where it has none. */
function findSource(properties: ConfigSchema['properties'], name: string): string {
  const source = sourceOf(name);
  return source in properties ? source : '';
}

function describeSource(source: string, name: string, isRequired: boolean): string {
  if (!name.endsWith('_INTERNAL_URL')) return source;
  return `${source} with a port 100 higher${isRequired ? '; required in production' : ''}`;
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function describeVariable({ description = '', enum: words }: VariableSchema & { enum?: readonly string[] }) {
  return words === undefined ? description : `${description} (${words.join(', ')})`;
}

function listRoutes({ paths }: Document): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [
      `${method.toUpperCase()} ${path}`,
      operation['x-access'],
      operation.summary,
    ]),
  );
  return printTsv(['Route', 'Who may call', 'What'], rows);
}
