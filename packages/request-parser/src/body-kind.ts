import { ApiError } from '@latchkey/contracts/errors';
import { faults } from './faults.ts';
import type { RawRequest } from './raw-request.ts';

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const mediaType = new RegExp(`^[ \\t]*(${token}/${token})[ \\t]*`);
const parameter = new RegExp(`;[ \\t]*(?:(${token})=(?:(${token})|"((?:[^"\\\\]|\\\\.)*)"))?[ \\t]*`, 'y');

const kinds = new Map<string, 'json' | 'form'>([
  ['application/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
]);
const utf8Labels = new Set(['utf-8', 'utf8']);

/**
 * How the body is to be read; `none` when there is no body, whatever its headers say.
 * Throws unsupported_encoding, unsupported_media_type, unsupported_charset.
 * Source: contract part 0 "Parsed request" 8, RFC 9110 5.6.4 (quoted pairs), 8.3.1 (media types), 8.4 (content codings).
 */
export function readBodyKind(raw: RawRequest): 'none' | 'json' | 'form' {
  if (raw.body.length === 0) return 'none';
  const encoding = raw.contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') throw new ApiError(faults.unsupportedEncoding);
  const { type, charsets } = parseContentType(raw.contentType ?? '');
  const kind = kinds.get(type);
  if (kind === undefined) throw new ApiError(faults.unsupportedMediaType);
  if (!charsets.every((charset) => utf8Labels.has(charset.toLowerCase())))
    throw new ApiError(faults.unsupportedCharset);
  return kind;
}

function parseContentType(header: string): { type: string; charsets: string[] } {
  const start = mediaType.exec(header);
  const charsets: string[] = [];
  parameter.lastIndex = start?.[0].length ?? 0;
  while (parameter.lastIndex < header.length) {
    const found = parameter.exec(header);
    if (found === null) throw new ApiError(faults.unsupportedMediaType);
    const [, name, bare, quoted = ''] = found;
    if (name?.toLowerCase() === 'charset') charsets.push(bare ?? quoted.replaceAll(/\\(.)/g, '$1'));
  }
  return { type: start?.[1]?.toLowerCase() ?? '', charsets };
}
