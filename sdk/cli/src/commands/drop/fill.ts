import { fillDrop } from '@latchkey/client';
import { defineCommand } from '../../command.ts';
import { createComplaint, mayHaveActed } from '../../failure.ts';
import { createFetch } from '../../transfer.ts';
import { presentPayload, readPayload } from './deposit.ts';
import { readLink } from './link.ts';

export const fill = defineCommand({
  name: 'drop fill',
  summary: 'Hand a file, the standard input or a text to who asks for it by a link.',
  details: 'It needs no login. The link takes it once; only who has made the link opens it.',
  arguments: {
    link: { summary: 'The link; - reads it from standard input.' },
    file: { summary: 'The file; without one, or with -, the standard input.', isOptional: true },
  },
  options: { text: { type: 'text', summary: 'Hand over this text instead of a file.' } },
  async run({ shell, globals, out }, { link: typed, file, text }) {
    if (file !== undefined && text !== undefined) throw createComplaint('Give a file or --text, not both.');
    if (typed === '-' && text === undefined && (file === undefined || file === '-'))
      throw createComplaint('The standard input holds either the link or the secret: name a file.');
    const link = typed === '-' ? await readLink(shell) : typed;
    const bytes = text === undefined ? await readPayload(shell, file) : Buffer.from(text);
    if (bytes.length === 0) throw createComplaint('There is nothing to hand over.');
    const fetch = createFetch(shell, globals.quiet);
    const filled = await fillDrop(link, presentPayload(bytes, file, true), {
      fetch,
      clock: shell.clock,
    }).catch((error: unknown) => {
      if (mayHaveActed(error, shell)) out.say('It may have been handed over all the same.');
      throw error;
    });
    if (globals.json) return out.record(filled, {});
    out.say(`Handed over ${bytes.length} bytes. Only who has made the link opens them.`);
  },
});
