import { styleCspSource } from './style.ts';

/**
 * The Content-Security-Policy of the pages: no script, and no request to other origins.
 * Source: contract part 1 "Approval page".
 */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${styleCspSource}`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
