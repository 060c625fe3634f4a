import { isUtf8 } from 'node:buffer';
import { ApiError } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import type { Contents, PayloadFormat } from './contents.ts';
import { decodeJson } from './json-bytes.ts';

/** The payload as it is answered, and the data if some was stored. */
export interface PresentedContents {
  readonly payload: unknown;
  readonly data?: unknown;
}

/**
 * Converts the contents to the wanted format; throws Invalid when that is impossible. Everything converts to base64,
 * and to text when its bytes are UTF-8. As json, text and html are a string and json is its value; base64 must then
 * hold JSON text. Source: contract part 3 "Fields".
 */
export function presentContents(contents: Contents, wanted: PayloadFormat): PresentedContents {
  const payload = convert(contents.payload, contents.format, wanted);
  if (contents.data === null) return { payload };
  if (contents.data === 'same') return { payload, data: payload };
  return { payload, data: JSON.parse(contents.data.toString()) as unknown };
}

function convert(bytes: Buffer, from: PayloadFormat, wanted: PayloadFormat): unknown {
  if (wanted === 'base64') return bytes.toString('base64');
  if (!isUtf8(bytes)) throw impossible('the bytes are not UTF-8');
  const text = bytes.toString();
  if (wanted !== 'json' || from === 'text' || from === 'html') return text;
  const decoded = decodeJson(text);
  if (decoded === undefined || !isFinite(decoded.value)) throw impossible('the text is not JSON');
  return decoded.value;
}

function isFinite(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isFinite);
  return typeof value !== 'number' || Number.isFinite(value);
}

function impossible(detail: string): ApiError {
  return new ApiError(errors.valueInvalid, { field: 'payload_format', detail });
}
