import { isUtf8 } from 'node:buffer';
import { ApiError, JsonText } from '@latchkey/contracts';
import { errors } from '../errors.ts';
import type { Contents, PayloadFormat } from './contents.ts';
import { readJsonText } from './json-text.ts';

/** The payload as it is answered, and the data if some was stored. */
export interface PresentedContents {
  readonly payload: string | JsonText;
  readonly data?: string | JsonText;
}

/**
 * Converts the contents to the wanted format; throws Invalid when that is impossible. Everything converts to base64,
 * and to text when its bytes are UTF-8. As json, text and html are a string and json is its text; base64 must then
 * hold JSON text. Source: contract part 3 "Fields".
 */
export function presentContents(contents: Contents, wanted: PayloadFormat): PresentedContents {
  const payload = convert(contents.payload, contents.format, wanted);
  if (contents.data === null) return { payload };
  if (contents.data === 'same') return { payload, data: payload };
  return { payload, data: new JsonText(contents.data.toString()) };
}

function convert(bytes: Buffer, from: PayloadFormat, wanted: PayloadFormat): string | JsonText {
  if (wanted === 'base64') return bytes.toString('base64');
  if (!isUtf8(bytes)) throw impossible('the bytes are not UTF-8');
  const text = bytes.toString();
  if (wanted !== 'json' || from === 'text' || from === 'html') return text;
  const json = from === 'json' ? text : readJsonText(text);
  if (json === undefined) throw impossible('the text is not JSON');
  return new JsonText(json);
}

function impossible(detail: string): ApiError {
  return new ApiError(errors.valueInvalid, { field: 'payload_format', detail });
}
