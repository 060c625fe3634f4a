export { dropCalls } from './drop.ts';
export type { Contract, FieldsSchema, InferFields, SchemaNode, SentFields } from './schema.ts';
export { consentStates, deviceStates, ssoCalls } from './sso.ts';
export { userApiCalls } from './user-api.ts';
