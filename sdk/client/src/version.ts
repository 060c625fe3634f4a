/** The version of the library. `npm run openapi` writes it. */
export const version = '0.1.0';
