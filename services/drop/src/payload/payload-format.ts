export const payloadFormats = ['json', 'text', 'html', 'base64'] as const;

/** Source: requirement 3 "Drop (request-side fields)". */
export type PayloadFormat = (typeof payloadFormats)[number];

export function isPayloadFormat(value: unknown): value is PayloadFormat {
  return payloadFormats.some((format) => format === value);
}
