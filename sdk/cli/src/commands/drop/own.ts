import { confirm } from '../../ask.ts';
import { defineCommand } from '../../command.ts';
import { yesOption } from '../../define-act.ts';
import { defineDropSearch, stateFilter } from '../../define-search.ts';
import { showTime } from '../../output.ts';
import { explainState, wordTaker } from './drop-state.ts';

const id = { summary: 'The id of the drop.' } as const;

export const inspect = defineCommand({
  name: 'drop inspect',
  summary: 'Show what became of one of your drops.',
  needs: 'login',
  arguments: { id },
  async run(context, input) {
    const { out, drop } = context;
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
      'taken by': await wordTaker(context, found.consumed_by),
      revoked: showTime(found.revoked_at),
    });
  },
});

export const list = defineDropSearch({
  name: 'drop list',
  summary: 'List your drops, newest first.',
  needs: 'login',
  things: 'drops',
  filters: {
    status: stateFilter('reserved', 'active', 'consumed', 'revoked', 'expired'),
    kind: { type: 'text', field: 'kind', summary: 'Only those of this kind.' },
  },
  search: (call, fields) => call('/v1/drop/list', fields),
  columns: {
    id: (item) => item.id,
    status: (item) => item.status,
    bytes: (item) => item.size,
    expires: (item) => showTime(item.expires_at),
    kind: (item) => item.kind,
  },
  key: (item) => item.id,
});

export const revoke = defineCommand({
  name: 'drop revoke',
  summary: 'Shred one of your drops, so that nobody can take it.',
  needs: 'login',
  arguments: { id },
  options: yesOption,
  async run({ out, drop, globals, shell }, input) {
    const call = await drop();
    if (!input.yes) await confirm(shell, `Revoke ${input.id}, so that nobody can take it?`);
    const revoked = await explainState(call, input.id, call('/v1/drop/revoke', { id: input.id }));
    if (globals.json) out.record(revoked, {});
    out.say(`${input.id} is revoked: nobody can take it.`);
  },
});
