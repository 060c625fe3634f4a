import { defineCommand } from '../../command.ts';
import { showTime } from '../../output.ts';
import { printItems, searchOptions } from '../../search.ts';

const id = { summary: 'The id of the drop.' } as const;

export const inspect = defineCommand({
  name: 'drop inspect',
  summary: 'Show what became of one of your drops.',
  needs: 'login',
  arguments: { id },
  async run({ out, drop }, input) {
    const call = await drop();
    const found = await call('/v1/drop/status', { id: input.id });
    out.record(found, {
      id: found.id,
      status: found.status,
      bytes: found.size,
      anonymous: found.anonymous,
      kind: found.kind,
      type: found.content_type,
      created: showTime(found.created_at),
      expires: showTime(found.expires_at),
      taken: showTime(found.consumed_at),
      'taken by': found.consumed_by,
      revoked: showTime(found.revoked_at),
    });
  },
});

export const list = defineCommand({
  name: 'drop list',
  summary: 'List your drops, newest first.',
  needs: 'login',
  options: {
    status: {
      type: 'text',
      choices: ['reserved', 'active', 'consumed', 'revoked', 'expired'],
      summary: 'Only those in this state.',
    },
    kind: { type: 'text', summary: 'Only those of this kind.' },
    ...searchOptions,
  },
  async run({ out, drop }, { status, kind, ...paging }) {
    const call = await drop();
    const filters = { ...(status === undefined ? {} : { status }), ...(kind === undefined ? {} : { kind }) };
    await printItems(out, (fields) => call('/v1/drop/list', fields), filters, paging, {
      id: (item) => item.id,
      status: (item) => item.status,
      bytes: (item) => item.size,
      expires: (item) => showTime(item.expires_at),
      kind: (item) => item.kind,
    });
  },
});

export const revoke = defineCommand({
  name: 'drop revoke',
  summary: 'Shred one of your drops, so that nobody can take it.',
  needs: 'login',
  arguments: { id },
  async run({ out, drop, globals }, input) {
    const call = await drop();
    const revoked = await call('/v1/drop/revoke', { id: input.id });
    if (globals.json) out.record(revoked, {});
    out.say(`${input.id} is revoked: nobody can take it.`);
  },
});
