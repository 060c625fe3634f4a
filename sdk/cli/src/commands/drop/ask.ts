import { askForDrop } from '@latchkey/client';
import { defineCommand } from '../../command.ts';
import { dropUnset } from '../../define-act.ts';
import { mayHaveActed } from '../../failure.ts';
import { showTime } from '../../output.ts';
import { readTtl, ttlOption } from './deposit.ts';

export const ask = defineCommand({
  name: 'drop ask',
  summary: 'Print a link by which somebody hands you a secret, without an account.',
  details:
    'Whoever opens the link sees WORDS and a part of your email address, and fills the secret in, once. Keep the link: latchkey drop take LINK opens what was filled in.',
  needs: 'login',
  arguments: { words: { summary: 'What you ask for, in up to 100 characters.', isOptional: true } },
  options: {
    ...ttlOption,
    label: { type: 'text', summary: 'What you call it; only you see it.' },
    notify: { type: 'flag', summary: 'Send me an email once it is filled in.' },
  },
  fieldNames: { asks: 'WORDS', metadata: '--label' },
  async run({ connect, globals, out, shell }, { words: asks, label, notify, ...input }) {
    const ttl = readTtl('drop ask', input.ttl);
    const metadata = label === undefined ? undefined : { label };
    const session = await connect();
    const made = await askForDrop(
      session,
      dropUnset({ asks, ttl, notify: notify || undefined, metadata }),
    ).catch((error: unknown) => {
      if (mayHaveActed(error, shell))
        out.say('The link may have been made all the same: see latchkey drop list. Nobody has its key.');
      throw error;
    });
    if (globals.json) return out.record(made, {});
    out.line(made.link);
    out.say(`The link works until ${showTime(made.expires_at)}. Keep it: it opens what was filled in.`);
  },
});
