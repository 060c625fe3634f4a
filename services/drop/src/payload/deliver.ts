import { isUtf8 } from 'node:buffer';
import { JsonText } from '@latchkey/contracts';
import { readFileName } from '@latchkey/pages';
import type { PayloadFormat } from './contents.ts';

const maxShownBytes = 64 * 1024;

/** What a text holds that a page would change or hide: all controls but tab and line feed. */
const unshowable = /[^\P{Cc}\t\n]/u;

/** How the page gives a payload to a person: as text that it shows, or as a file with a harmless name. */
export type Delivery = { readonly text: string } | { readonly file: Buffer; readonly name: string };

/** Shows text and JSON of up to 64 KiB; everything else is a file. Source: contract part 3 "The page". */
export function deliver(bytes: Buffer, format: PayloadFormat, data: string | JsonText | undefined): Delivery {
  const text = (format === 'text' || format === 'json') && isUtf8(bytes) ? bytes.toString() : undefined;
  const value: unknown = data instanceof JsonText ? JSON.parse(data.text) : undefined;
  const isShown = text !== undefined && bytes.length <= maxShownBytes && !unshowable.test(text);
  return isShown ? { text } : { file: bytes, name: readFileName(value) ?? defaultNames[format] };
}

const defaultNames: Readonly<Record<PayloadFormat, string>> = {
  text: 'drop.txt',
  json: 'drop.json',
  html: 'drop.bin',
  base64: 'drop.bin',
};
