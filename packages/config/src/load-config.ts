import { Ajv, type ErrorObject } from 'ajv';
import type { ConfigOf, ConfigSchema, VariableSchema } from './config-schema.ts';
import { createFormats } from './formats.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Formats = ReturnType<typeof createFormats>;

/**
 * Reads the variables that `schema` names from `env`, typed and with defaults. An `array` variable is comma-separated
 * text, and an `object` variable is JSON text. Integers and booleans are read from their text. An empty variable counts
 * as missing. Throws an Error named ConfigError, whose message has a line for each missing or bad variable and never a
 * value (contract part 0 "Every service").
 */
export function loadConfig<const S extends ConfigSchema>(schema: S, env: Environment): ConfigOf<S> {
  const formats = createFormats(env['NODE_ENV'] === 'production');
  const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, formats });
  const validate = ajv.compile<ConfigOf<S>>(schema);
  const values = readValues(schema, env);
  if (validate(values)) return values;
  throw createConfigError(schema, validate.errors ?? [], formats);
}

function readValues(schema: ConfigSchema, env: Environment): unknown {
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(schema.properties)) {
    const text = env[name];
    if (text !== undefined && text !== '') values[name] = readValue(variable, text);
  }
  return values;
}

function readValue(variable: VariableSchema, text: string): unknown {
  if (variable.type === 'array') return text.split(',').map((part) => part.trim());
  return variable.type === 'object' ? parseJson(text) : text;
}

/** Text that is not JSON stays text. The schema then refuses it, as it is not an object. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function createConfigError(schema: ConfigSchema, errors: readonly ErrorObject[], formats: Formats): Error {
  const complaints = new Map<string, Set<string>>();
  for (const error of errors) {
    if (['anyOf', 'if'].includes(error.keyword)) continue;
    const name = variableOf(error);
    complaints.set(name, (complaints.get(name) ?? new Set()).add(complaintOf(error, formats)));
  }
  const lines = [...complaints].map(([name, sentences]) => {
    const description = schema.properties[name]?.description;
    return `${name} ${[...sentences].join(' or ')}${description === undefined ? '' : ` (${description})`}`;
  });
  return Object.assign(new Error(lines.join('\n')), { name: 'ConfigError' });
}

function variableOf(error: ErrorObject): string {
  const [, name] = error.instancePath.split('/');
  return name ?? String(error.params['missingProperty']);
}

function complaintOf(error: ErrorObject, formats: Formats): string {
  if (error.keyword === 'required' && error.instancePath === '') return 'is missing';
  if (error.keyword === 'enum') return `must be one of ${String(error.params['allowedValues'])}`;
  const format = error.keyword === 'format' ? formats[String(error.params['format'])] : undefined;
  return format?.complaint ?? error.message ?? 'is invalid';
}
