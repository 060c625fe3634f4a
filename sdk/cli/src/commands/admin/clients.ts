import { defineAct } from '../../define-act.ts';

const common = { needs: 'admin', arguments: { client: { summary: 'The id of the client.' } } } as const;

export const clients = [
  defineAct({
    ...common,
    name: 'admin clients verify',
    summary: 'Vouch for the name of a client: nobody else may have it, or one that looks like it.',
    call: (api, { client }) => api('/admin/client/verify', { client_id: client, verified: true }),
    done: ({ name }) => `${name} is verified.`,
  }),
  defineAct({
    ...common,
    name: 'admin clients unverify',
    summary: 'Vouch for the name of a client no more.',
    call: (api, { client }) => api('/admin/client/verify', { client_id: client, verified: false }),
    done: ({ name }) => `${name} is not verified any more.`,
  }),
];
