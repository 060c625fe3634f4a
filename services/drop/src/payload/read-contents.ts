import { ApiError } from '@latchkey/errors';
import type { ParsedRequest } from '@latchkey/request-parser';
import { errors } from '../errors.ts';
import { decodeBase64 } from './base64.ts';
import type { Contents } from './contents.ts';
import { decodeJson, encodeJson } from './json-bytes.ts';
import { isPayloadFormat, type PayloadFormat } from './payload-format.ts';

/** A given value, and whether it came as text (query or form) rather than as JSON. */
interface Given {
  readonly value: unknown;
  readonly isText: boolean;
}

/**
 * Takes payload, data and payload_format out of a request. Throws Missing payload, then Invalid payload_format.
 * The format is the payload's; data beside a payload is a JSON value of its own. Source: contract part 3 "Fields".
 */
export function readContents(parsed: ParsedRequest): Contents {
  const payload = readGiven(parsed, 'payload');
  const data = readGiven(parsed, 'data');
  const main = payload ?? data;
  if (main === undefined) throw new ApiError(errors.payloadMissing, { field: 'payload' });
  const format = readFormat(parsed, main);
  const extra = payload === undefined ? 'same' : data === undefined ? null : encodeJson(data.value);
  const bytes = encodePayload(main, format);
  if (bytes === undefined || extra === undefined) throw formatError();
  return { format, payload: bytes, data: extra };
}

function readGiven(parsed: ParsedRequest, name: string): Given | undefined {
  const value = parsed.value(name);
  if (value === undefined || value === null || value === '') return undefined;
  return { value, isText: parsed.isText(name) };
}

function readFormat(parsed: ParsedRequest, { value }: Given): PayloadFormat {
  const format = parsed.value('payload_format') ?? '';
  if (format === '') return typeof value === 'string' ? 'text' : 'json';
  if (!isPayloadFormat(format)) throw formatError();
  return format;
}

function encodePayload({ value, isText }: Given, format: PayloadFormat): Buffer | undefined {
  if (format === 'json') return encodeJsonPayload({ value, isText });
  if (typeof value !== 'string') return undefined;
  return format === 'base64' ? decodeBase64(value) : Buffer.from(value);
}

function encodeJsonPayload({ value, isText }: Given): Buffer | undefined {
  if (!isText) return encodeJson(value);
  const decoded = decodeJson(String(value));
  return decoded && encodeJson(decoded.value);
}

function formatError(): ApiError {
  return new ApiError(errors.formatInvalid, { field: 'payload_format' });
}
