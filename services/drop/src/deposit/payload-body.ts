/** Bodies that carry a payload. Source: contract part 3 "Fields". */
export const payloadBody = {
  limitBytes: 1.5 * 1024 * 1024,
  maxDepth: 16,
  nulAllowedIn: ['payload', 'data'],
} as const;

/** Metadata may be 8 deep, and stands in a body. */
export const metadataBody = { maxDepth: 16 } as const;
