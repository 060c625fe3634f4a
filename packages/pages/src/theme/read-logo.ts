import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import type { Read } from './fields.ts';

export interface Logo {
  /** The name of its bytes, which is part of its address. */
  readonly hash: string;
  readonly kind: 'png' | 'svg';
  readonly bytes: Buffer;
}

const mostBytes = 64 * 1024;
const longestSide = 1024;

/** Reads a picture in `folder`. It is there, not too large, and of a kind that browsers draw. */
export function readLogo(folder: string, file: unknown): Read<Logo> {
  if (typeof file !== 'string' || !/^[\w-][\w.-]*$/.test(file))
    return { complaint: 'must be the name of a file beside the theme, such as logo.svg' };
  const { value: bytes, complaint } = readBytes(join(folder, file));
  if (bytes === undefined) return { complaint: `${file} ${complaint}` };
  const kind = bytes.subarray(0, 8).equals(pngSignature) ? 'png' : 'svg';
  const fault = kind === 'png' ? findPngFault(bytes) : findSvgFault(bytes);
  if (fault !== undefined) return { complaint: `${file} ${fault}` };
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { value: { hash, kind, bytes } };
}

function readBytes(path: string): Read<Buffer> {
  try {
    const { size } = statSync(path);
    if (size > mostBytes) return { complaint: `has ${size} bytes, and at most ${mostBytes} are allowed` };
    return { value: readFileSync(path) };
  } catch (error) {
    return { complaint: `cannot be read (${String((error as NodeJS.ErrnoException).code)})` };
  }
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/** Source: PNG 11.2.2, the header chunk, which is the first one. */
function findPngFault(bytes: Buffer): string | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return 'is no whole PNG';
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  const fits = [width, height].every((side) => side >= 1 && side <= longestSide);
  return fits ? undefined : `has ${width} × ${height} pixels, and a side may have at most ${longestSide}`;
}

const svgNamespace = 'http://www.w3.org/2000/svg';

/** A browser draws only well-formed XML whose root is svg; a DOCTYPE could make a small file a large one. */
function findSvgFault(bytes: Buffer): string | undefined {
  const faults: string[] = [];
  let root: string | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => faults.push(`is neither a PNG nor well-formed XML (${message})`));
  parser.on('doctype', () => faults.push('has a DOCTYPE, which is not allowed'));
  parser.on('opentag', ({ local, uri }) => (root ??= `${uri} ${local}`));
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch {
    return 'is neither a PNG nor text in UTF-8';
  }
  if (faults[0] !== undefined) return faults[0];
  return root === `${svgNamespace} svg` ? undefined : `is no SVG: its root must be svg of ${svgNamespace}`;
}
