import { isUtf8 } from 'node:buffer';
import { ApiError } from '@latchkey/errors';
import { errors } from '../errors.ts';
import type { Contents, PayloadFormat } from './contents.ts';
import { decodeJson } from './json-bytes.ts';

/** Payload, and data where it was given, as they leave. */
export interface PresentedContents {
  readonly payload: unknown;
  readonly data?: unknown;
}

/**
 * Converts what was sealed to the wanted format; throws Invalid when it cannot be. Everything has a base64 form (of
 * its bytes) and, when its bytes are text, a text form. In json a text or html is a string, json its value, and bytes
 * are the JSON text that they must then be. Source: contract part 3 "Fields".
 */
export function presentContents(contents: Contents, wanted: PayloadFormat): PresentedContents {
  const payload = convert(contents.payload, contents.format, wanted);
  if (contents.data === null) return { payload };
  if (contents.data === 'same') return { payload, data: payload };
  return { payload, data: JSON.parse(contents.data.toString()) as unknown };
}

function convert(bytes: Buffer, from: PayloadFormat, wanted: PayloadFormat): unknown {
  if (wanted === 'base64') return bytes.toString('base64');
  if (!isUtf8(bytes)) throw impossible();
  const text = bytes.toString();
  if (wanted !== 'json' || from === 'text' || from === 'html') return text;
  const decoded = decodeJson(text);
  if (decoded === undefined || !isFinite(decoded.value)) throw impossible();
  return decoded.value;
}

function isFinite(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isFinite);
  return typeof value !== 'number' || Number.isFinite(value);
}

function impossible(): ApiError {
  return new ApiError(errors.valueInvalid, { field: 'payload_format' });
}
