import { defineCommand } from '../command.ts';
import { defineAct } from '../define-act.ts';
import type { UserApi } from '../define-search.ts';
import { findId } from '../find-id.ts';
import { showTime } from '../output.ts';

const needs = 'account';

const listPasskeys = (api: UserApi) => api('/account/me/passkey/list', {});

export const passkeys = [
  defineCommand({
    name: 'account passkeys list',
    summary: 'List your passkeys. You add one on the account page of sso.',
    needs,
    async run({ out, userApi }) {
      const api = await userApi();
      const { passkeys: items } = await listPasskeys(api);
      const show = out.startList<(typeof items)[number]>(
        {
          name: ({ name }) => name,
          id: ({ id }) => ({ id }),
          kept: ({ synced }) => (synced ? 'copied to other devices' : 'on its device'),
          usable: ({ usable }) => (usable ? 'yes' : 'no'),
          added: (one) => showTime(one.created_at),
          used: (one) => showTime(one.last_used_at),
        },
        ({ id }) => id,
      );
      show(items);
      if (items.length === 0) out.say('You have no passkeys.');
    },
  }),
  defineAct({
    name: 'account passkeys remove',
    summary: 'Remove a passkey. What it signed in to stays signed in.',
    needs,
    arguments: { id: { summary: 'The id of the passkey, or its beginning.' } },
    find: (api, { id }) =>
      findId(
        id,
        async () => ({ items: (await listPasskeys(api)).passkeys, next_cursor: null }),
        ({ name }) => name,
      ),
    question: (_input, label) => `Remove the passkey ${label}?`,
    call: (api, { id }) => api('/account/me/passkey/remove', { id }),
    done: () => 'The passkey is removed. Delete it on your device too.',
  }),
];
