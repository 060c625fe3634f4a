export const payloadFormats = ['json', 'text', 'html', 'base64'] as const;

/** Source: requirement 3 "Drop (request-side fields)". */
export type PayloadFormat = (typeof payloadFormats)[number];

/** The plaintext of a drop, before it is packed and sealed. */
export interface Contents {
  readonly format: PayloadFormat;
  /** json: the UTF-8 of its text; text and html: their UTF-8; base64: the decoded bytes. */
  readonly payload: Buffer;
  /** JSON text of data. `same`: only data was given, so it is answered under both names. */
  readonly data: Buffer | 'same' | null;
}

const payloadAlone = 0;
const dataIsPayload = 1;
const dataFollows = 2;
const headerBytes = 5;

/** Packs both into one plaintext: a byte that says what data is, the payload's length (big-endian), payload, data. */
export function packContents({ payload, data }: Contents): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(data === null ? payloadAlone : data === 'same' ? dataIsPayload : dataFollows);
  header.writeUInt32BE(payload.length, 1);
  return Buffer.concat([header, payload, Buffer.isBuffer(data) ? data : Buffer.alloc(0)]);
}

/** Reverses {@link packContents}. The plaintext must have been authenticated. */
export function unpackContents(plain: Buffer, format: PayloadFormat): Contents {
  const payloadEnd = headerBytes + plain.readUInt32BE(1);
  const payload = plain.subarray(headerBytes, payloadEnd);
  const form = plain.readUInt8();
  if (form === dataFollows) return { format, payload, data: plain.subarray(payloadEnd) };
  return { format, payload, data: form === dataIsPayload ? 'same' : null };
}

/** Bytes that count against the size limit of a payload. */
export function sizeOfContents({ payload, data }: Contents): number {
  return payload.length + (Buffer.isBuffer(data) ? data.length : 0);
}
