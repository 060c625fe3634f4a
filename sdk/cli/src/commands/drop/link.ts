import { addAbortSignal } from 'node:stream';
import { createComplaint, exitCodes } from '../../failure.ts';
import type { Shell } from '../../shell.ts';

/** A link in the standard input is in no history of a shell, and not among the arguments that others on the machine see. */
export async function readLink(shell: Shell): Promise<string> {
  let text = '';
  for await (const chunk of addAbortSignal(shell.signal, shell.stdin) as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString();
    if (text.length > maxLinkLength || text.includes('\n')) break;
  }
  const [link = ''] = text.split('\n', 1);
  if (!/^https?:/i.test(link.trim()))
    throw createComplaint('The input holds no link to a drop.', exitCodes.unclear);
  return link.trim();
}

const maxLinkLength = 4096;
