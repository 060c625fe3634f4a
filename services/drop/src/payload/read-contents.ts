import { ApiError } from '@latchkey/contracts';
import type { ParsedRequest } from '@latchkey/request-parser';
import { errors } from '../errors.ts';
import { payloadFormats, type Contents, type PayloadFormat } from './contents.ts';
import { isFinite, readJsonText } from './json-text.ts';

/** A value of the request; `isText` says that it came from the query or a form, not from JSON. */
interface Given {
  readonly value: unknown;
  /** Its JSON text: parsing and writing it would change numbers. */
  readonly json: string;
  readonly isText: boolean;
}

/**
 * Reads payload, data and payload_format from a request. Throws Missing payload, then Invalid payload_format.
 * payload_format describes the payload; data next to a payload is always a JSON value. Source:
 * contract part 3 "Fields".
 */
export function readContents(parsed: ParsedRequest): Contents {
  const payload = readGiven(parsed, 'payload');
  const data = readGiven(parsed, 'data');
  const main = payload ?? data;
  if (main === undefined) throw new ApiError(errors.payloadMissing, { field: 'payload' });
  const format = readFormat(parsed, main);
  const extra = payload === undefined ? 'same' : data === undefined ? null : encodeData(data);
  const bytes = encodePayload(main, format);
  if (bytes === undefined) throw formatError(nameMisfit(parsed));
  if (extra === undefined) throw formatError('data');
  return { format, payload: bytes, data: extra };
}

function readGiven(parsed: ParsedRequest, name: string): Given | undefined {
  const value = parsed.value(name);
  if (value === undefined || value === null || value === '') return undefined;
  return { value, json: parsed.json(name) ?? '', isText: parsed.isText(name) };
}

function readFormat(parsed: ParsedRequest, { value }: Given): PayloadFormat {
  const format = parsed.value('payload_format') ?? '';
  if (format === '') return typeof value === 'string' ? 'text' : 'json';
  if (!isPayloadFormat(format)) throw formatError('payload_format');
  return format;
}

function encodePayload(given: Given, format: PayloadFormat): Buffer | undefined {
  if (format === 'json') return encodeJson(given);
  const { value } = given;
  if (typeof value !== 'string') return undefined;
  return format === 'base64' ? decodeBase64(value) : Buffer.from(value);
}

/** JSON as it was written; of a query or form the text is JSON. */
function encodeJson({ value, json, isText }: Given): Buffer | undefined {
  const text = isText ? readJsonText(json) : isFinite(value) ? json : undefined;
  return text === undefined ? undefined : Buffer.from(text);
}

/** Data beside a payload; of a query or form it is a string. */
function encodeData(given: Given): Buffer | undefined {
  return given.isText ? Buffer.from(JSON.stringify(given.value)) : encodeJson(given);
}

function isPayloadFormat(value: unknown): value is PayloadFormat {
  return payloadFormats.some((format) => format === value);
}

const base64Symbols = /^[A-Za-z0-9+/_-]*(={0,2})$/;

/** Decodes base64 of either alphabet, with or without padding; undefined for anything else. */
function decodeBase64(text: string): Buffer | undefined {
  const [, padding] = base64Symbols.exec(text) ?? [];
  if (padding === undefined) return undefined;
  const length = text.length - padding.length;
  const isPaddedWell = padding === '' ? length % 4 !== 1 : text.length % 4 === 0;
  return isPaddedWell ? Buffer.from(text, 'base64') : undefined;
}

/** The format, where one was sent; else the value, which fits none. */
function nameMisfit(parsed: ParsedRequest): string {
  const names = ['payload_format', 'payload', 'data'];
  return names.find((name) => readGiven(parsed, name) !== undefined) ?? 'payload';
}

function formatError(field: string): ApiError {
  return new ApiError(errors.formatInvalid, { field });
}
