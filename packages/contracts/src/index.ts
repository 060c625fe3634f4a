export { generalCodes, httpStatus, type ErrorCode } from './codes.ts';
export { dropCalls } from './drop.ts';
export { exampleValues } from './example-values.ts';
export { foldEmail, isUuid } from './identifiers.ts';
export {
  text,
  texts,
  time,
  timeOrNull,
  type Contract,
  type FieldsSchema,
  type InferFields,
  type SchemaNode,
  type SentFields,
} from './schema.ts';
export { consentStates, deviceStates, ssoCalls } from './sso.ts';
export { mostLookUps, userApiCalls } from './user-api.ts';
export { ApiError, type ErrorDetails, type ErrorSpec } from './errors.ts';
