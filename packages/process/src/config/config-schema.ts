import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

export interface VariableSchema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
}

/** A JSON Schema literal whose properties are environment variables. */
export interface ConfigSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, VariableSchema>>;
  readonly required?: readonly string[];
  /** Variables that are optional elsewhere. */
  readonly requiredInProduction?: readonly string[];
}

/** The object that `loadConfig` answers for a schema. A variable with a default is always in it. */
export type ConfigOf<S> = S extends JSONSchema ? FromSchema<S & { additionalProperties: false }> : never;
