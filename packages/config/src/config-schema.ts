import type { FromSchema, JSONSchema } from 'json-schema-to-ts';

/** What is known of one variable's schema before ajv compiles it. */
export interface VariableSchema {
  readonly type?: string;
  readonly description?: string;
}

/** A JSON Schema literal whose properties are environment variables. */
export interface ConfigSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, VariableSchema>>;
  readonly required?: readonly string[];
}

/** The object that `loadConfig` answers for a schema; a variable with a default is always present. */
export type ConfigOf<S> = S extends JSONSchema ? FromSchema<S & { additionalProperties: false }> : never;
