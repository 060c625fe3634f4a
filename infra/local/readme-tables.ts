import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { logFields } from '../../packages/http-server/src/log-fields.ts';
import { sourceOf } from '../../packages/process/src/config/complete-values.ts';
import type { ConfigSchema, VariableSchema } from '../../packages/process/src/config/config-schema.ts';
import { schema as drop } from '../../services/drop/src/config.ts';
import { schema as sso } from '../../services/sso/src/config.ts';
import { schema as userApi } from '../../services/user-api/src/config.ts';
import { rootDir } from './paths.ts';
import { printTable } from './print-table.ts';
import type { ServiceName } from './service-list.ts';

/** What is read of an OpenAPI document. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary: string;
  readonly 'x-access': string;
}

const schemas: Readonly<Record<ServiceName, ConfigSchema>> = { sso, 'user-api': userApi, drop };

/** The README of a service. */
export function readmeFile(name: ServiceName): string {
  return join(rootDir, 'services', name, 'README.md');
}

/** A service's README with the tables of its variables, its public routes and the fields of its log. */
export function fillReadme(text: string, name: ServiceName, document: Document): string {
  const withVariables = replacePart(text, 'variables', listVariables(schemas[name]));
  const withRoutes = replacePart(withVariables, 'routes', listRoutes(document));
  return replacePart(withRoutes, 'log', printTable(['Field', 'What'], Object.entries(logFields)));
}

/** Writes the tables into a service's README. */
export async function writeReadme(name: ServiceName, document: Document): Promise<void> {
  const text = await readFile(readmeFile(name), 'utf8');
  await writeFile(readmeFile(name), fillReadme(text, name, document));
}

/** Throws an Error when the text has no such part. */
function replacePart(text: string, part: string, table: string): string {
  const start = `<!-- generated: ${part} -->\n`;
  const from = text.indexOf(start);
  const to = text.indexOf('\n<!-- end -->', from);
  if (from < 0 || to < 0) throw new Error(`There is no part "generated: ${part}" with an end`);
  return `${text.slice(0, from)}${start}\n${table}\n${text.slice(to)}`;
}

function listVariables(schema: ConfigSchema): string {
  const rows = Object.entries(schema.properties).map(([name, variable]) => [
    name,
    describeDefault(schema, name),
    describeVariable(variable),
  ]);
  return printTable(['Variable', 'Default', 'What'], rows);
}

/** What a variable is when it is not set, or that it must be set. */
function describeDefault({ properties, required, requiredInProduction }: ConfigSchema, name: string): string {
  const value = properties[name]?.default;
  if (value !== undefined) return describeValue(value);
  const source = sourceOf(name);
  if (name === 'INTERNAL_PORT') return `${source} + 100`;
  const isRequired = required?.includes(name) ?? false;
  if (name.endsWith('_INTERNAL_URL'))
    return `${source} with a port 100 higher${isRequired ? '; required in production' : ''}`;
  if (source !== '') return source;
  if (requiredInProduction?.includes(name)) return 'required in production';
  return isRequired ? 'required' : '';
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
  return printTable(['Route', 'Who may call', 'What'], rows);
}
