import { makeDropLink } from '@latchkey/client';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { dropUnset } from '../../define-act.ts';
import { findKey, isWeakKey, keyOptions } from '../../drop-key.ts';
import { createComplaint, createUnclear, mayHaveActed } from '../../failure.ts';
import { showTime } from '../../output.ts';
import { presentPayload, readPayload, readTtl, ttlOption } from './deposit.ts';

export const put = defineCommand({
  name: 'drop put',
  summary: 'Store a file, the standard input or a text, and print the id and the key.',
  details:
    'A drop holds up to 1 MiB, and can be taken once. The service makes the key, unless you do, and forgets it.',
  needs: 'login',
  arguments: { file: { summary: 'The file; - is the standard input.', isOptional: true } },
  options: {
    text: { type: 'text', summary: 'Store this text instead of a file.' },
    ...ttlOption,
    id: { type: 'text', summary: 'Its id; the service makes one unless given.' },
    anonymous: { type: 'flag', summary: 'Whoever has id and key may take it, without a login.' },
    link: { type: 'flag', summary: 'Print a link to a page where anybody with the key can take it.' },
    kind: { type: 'text', summary: 'A word to find it by.' },
    type: { type: 'text', value: 'TYPE/SUBTYPE', summary: 'Its content type.' },
    'ask-key': { type: 'flag', summary: 'Ask for the key on the terminal.' },
    ...keyOptions,
  },
  fieldNames: { content_type: '--type', payload: 'FILE' },
  async run(context, { file, text, type, link, 'ask-key': isAsked, ...input }) {
    const { shell, drop, out } = context;
    if (file !== undefined && text !== undefined) throw createComplaint('Give a file or --text, not both.');
    const { id, kind, anonymous } = input;
    const ttl = readTtl('drop put', input.ttl);
    if (id !== undefined && !idForm.test(id))
      throw unclear('--id may have 1 to 128 letters and digits, and . _ ~ : -');
    const call = await drop();
    const key = await findKey(shell, input, isAsked);
    const bytes = text === undefined ? await readPayload(shell, file) : Buffer.from(text);
    if (bytes.length === 0) throw createComplaint('There is nothing to store.');
    const stored = await call('/v1/drop/store', {
      ...presentPayload(bytes, file, link),
      anonymous: anonymous || link,
      ...dropUnset({ content_type: type, ttl, id, kind, key }),
    }).catch((error: unknown) => {
      if (mayHaveActed(error, shell)) out.say(adviseLook(id, key));
      throw error;
    });
    await showStored(context, stored, bytes.length, link);
    if (key !== undefined && isWeakKey(key))
      out.say('The key is easy to guess. Without one of yours, the service makes one that nobody can guess.');
  },
});

const unclear = (sentence: string) => createUnclear('drop put', sentence);
const idForm = /^[A-Za-z0-9._~:-]{1,128}$/;
function adviseLook(id: string | undefined, key: string | undefined): string {
  const look = `latchkey drop ${id === undefined ? 'list' : `inspect ${id}`}`;
  const rest = key === undefined ? ' Revoke it then: nobody has its key.' : '';
  return `The drop may have been stored all the same: see ${look}.${rest}`;
}

type Stored = { readonly id: string; readonly key?: string; readonly expires_at: string };

async function showStored(
  { out, globals, profile, latchkey }: Context,
  stored: Stored,
  length: number,
  isLinked: boolean,
): Promise<void> {
  const made = stored.key === undefined ? {} : { key: stored.key };
  const kept = `Stored ${length} bytes until ${showTime(stored.expires_at)}.`;
  if (!isLinked) {
    out.record(stored, { id: stored.id, ...made });
    return out.say(`${kept} It can be taken once.`);
  }
  const link = makeDropLink(profile.drop ?? (await latchkey.findSiblings()).drop ?? '', stored);
  if (globals.json) return out.record({ ...stored, link }, {});
  out.line(link);
  const rest = stored.key === undefined ? 'Send the key another way.' : 'The link holds the key.';
  out.say(`${kept} The drop is anonymous: whoever has link and key can take it, once. ${rest}`);
}
