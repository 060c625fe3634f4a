import { Ajv, type ErrorObject } from 'ajv';
import { completeValues, sourceOf } from './complete-values.ts';
import type { ConfigOf, ConfigSchema, VariableSchema } from './config-schema.ts';
import { createFormats } from './formats.ts';
import { holdsDemoSecret } from './guessable.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Formats = ReturnType<typeof createFormats>;
type Values = Record<string, unknown>;

/** A validator that runs once is not optimised, and its schema, which is typed, not checked: half of its cost. */
const cheapStart = { validateSchema: false, code: { optimize: false } } as const;

/**
 * Reads the variables that `schema` names from `env`, typed and with defaults. An `array` variable is comma-separated
 * text, and an `object` variable is JSON text. Integers and booleans are read from their text. An empty variable counts
 * as missing. Addresses and ports that follow from others are filled in, as `completeValues` says. An environment without
 * NODE_ENV is production, where `requiredInProduction` is required as well and no variable may hold a secret of the demo
 * (contract part 0 "Production"). Throws an Error named ConfigError, whose message has a line for each missing or bad
 * variable and never a value (contract part 0 "Every service").
 */
export function loadConfig<const S extends ConfigSchema>(schema: S, env: Environment): ConfigOf<S> {
  const production = (env['NODE_ENV'] || 'production') === 'production';
  const passwordless = (env['ALLOW_PASSWORDLESS'] ?? '').split(',').map((name) => name.trim());
  const formats = createFormats({ production, passwordless });
  const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, formats, ...cheapStart });
  const { requiredInProduction = [], required = [], ...rest } = schema;
  const isAlsoRequired = production ? requiredInProduction : [];
  const validate = ajv.compile<ConfigOf<S>>({ ...rest, required: [...required, ...isAlsoRequired] });
  const values = completeValues(schema, readValues(schema, env), { production });
  const isValid = validate(values);
  const complaints = listComplaints(validate.errors ?? [], formats, values);
  if (production) for (const name of namesOfDemoSecrets(schema, env)) addTo(complaints, name, demoComplaint);
  if (isValid && complaints.size === 0) return values;
  throw createConfigError(schema, complaints);
}

const demoComplaint = 'must not hold a secret of the demo in production';

/** The variables of a schema that hold a secret of the demo, whatever they are for. */
function namesOfDemoSecrets(schema: ConfigSchema, env: Environment): string[] {
  return Object.keys(schema.properties).filter((name) => holdsDemoSecret(env[name] ?? ''));
}

function readValues(schema: ConfigSchema, env: Environment): Values {
  const values: Values = {};
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

type Complaints = Map<string, Set<string>>;

function listComplaints(errors: readonly ErrorObject[], formats: Formats, values: Values): Complaints {
  const complaints: Complaints = new Map();
  for (const error of errors) {
    if (['anyOf', 'if'].includes(error.keyword)) continue;
    addTo(complaints, variableOf(error), complaintOf(error, formats, values));
  }
  return complaints;
}

function addTo(complaints: Complaints, name: string, sentence: string): void {
  complaints.set(name, (complaints.get(name) ?? new Set()).add(sentence));
}

function createConfigError(schema: ConfigSchema, complaints: Complaints): Error {
  const lines = [...complaints]
    .filter(([name]) => !complaints.has(sourceOf(name)))
    .map(([name, sentences]) => {
      const description = schema.properties[name]?.description;
      return `${name} ${[...sentences].join(' or ')}${description === undefined ? '' : ` (${description})`}`;
    });
  return Object.assign(new Error(lines.join('\n')), { name: 'ConfigError' });
}

function variableOf(error: ErrorObject): string {
  const [, name] = error.instancePath.split('/');
  return name ?? String(error.params['missingProperty']);
}

function complaintOf(error: ErrorObject, formats: Formats, values: Values): string {
  if (error.keyword === 'required' && error.instancePath === '') return 'is missing';
  if (error.keyword === 'enum') return `must be one of ${String(error.params['allowedValues'])}`;
  const format = error.keyword === 'format' ? formats[String(error.params['format'])] : undefined;
  const found = format?.complainOf?.(String(values[variableOf(error)]));
  return found ?? format?.complaint ?? error.message ?? 'is invalid';
}

/** One variable of a command that needs no other. Throws a sentence when it is not set. */
export function readVariable(env: Readonly<Record<string, string | undefined>>, name: string): string {
  const value = env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set.`);
  return value;
}
