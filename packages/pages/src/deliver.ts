import { isUtf8 } from 'node:buffer';
import { describeAttachment, readFileName } from './file-name.ts';

/** The most bytes of a text that a page shows or takes. */
export const longestShownText = 64 * 1024;

/** What a text holds that a page would change or hide: all controls but tab and line feed. */
const unshowable = /[^\P{Cc}\t\n]/u;

const defaultNames = {
  text: 'drop.txt',
  json: 'drop.json',
  html: 'drop.bin',
  base64: 'drop.bin',
} as const;

/** How a page gives a payload to a person: as text that it shows, or as a file with a harmless name. */
export type Delivery = { readonly text: string } | { readonly file: Buffer; readonly name: string };

/**
 * Shows text and JSON of up to 64 KiB; everything else is a file, which has the name in `data`. Source: contract part 3
 * "The page".
 */
export function deliver(bytes: Buffer, format: keyof typeof defaultNames, data: unknown): Delivery {
  const text = (format === 'text' || format === 'json') && isUtf8(bytes) ? bytes.toString() : undefined;
  const isShown = text !== undefined && bytes.length <= longestShownText && !unshowable.test(text);
  return isShown ? { text } : { file: bytes, name: readFileName(data) ?? defaultNames[format] };
}

export const deliveredType = 'application/octet-stream';

/** The file in place of a page. It is no page of its origin: nothing in it runs, even where a browser shows it. */
export function sendFile({ file: bytes, name }: Extract<Delivery, { readonly file: Buffer }>) {
  const headers = {
    'content-type': deliveredType,
    'content-disposition': describeAttachment(name),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  return { bytes, headers };
}
