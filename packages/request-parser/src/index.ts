/** One parsed request out of query, form, JSON body and, where switched on, headers. See README.md. */
export { ApiError } from '@latchkey/contracts/errors';
export { faults, headerFaults, parserFaults } from './faults.ts';
export { findRepeatedHeader, type HeaderAuthMode } from './header-credentials.ts';
export { parseJsonText } from './json.ts';
export {
  callerAddress,
  canonicalAddress,
  familyOf,
  networkOf,
  readNetworks,
  shareOf,
  siteFactor,
  siteOf,
  unknownAddress,
} from './network.ts';
export { parseForm, type FormOptions } from './parse-form.ts';
export { parseRequest, type ParseOptions } from './parse-request.ts';
export { coerceBoolean, coerceInteger, type ParsedRequest } from './parsed-request.ts';
export type { RawRequest } from './raw-request.ts';
