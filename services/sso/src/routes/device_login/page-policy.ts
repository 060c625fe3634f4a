import { styleCspSource } from '../../page/style.ts';

/** The page runs no script and asks nothing of anybody. Source: contract part 1 "Approval page". */
export const pagePolicy = [
  "default-src 'none'",
  `style-src ${styleCspSource}`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');
