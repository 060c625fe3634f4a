import { defineAct } from '../../define-act.ts';
import { defineSearch, stateFilter } from '../../define-search.ts';
import { showTime } from '../../output.ts';

const needs = 'admin';
const kinds = [
  'none',
  'sign_up',
  'confirm',
  'already_account',
  'invitation',
  'reset',
  'ask_operator',
  'email_taken',
  'email_changed',
  'changed',
  'device',
  'drop',
  'digest',
  'signal',
] as const;

export const mail = [
  defineSearch({
    name: 'admin mail list',
    summary: 'List the mails and signals of this installation, without what they say.',
    needs,
    things: 'mails',
    filters: {
      status: stateFilter('waiting', 'sent', 'dropped', 'dead'),
      kind: { type: 'text', field: 'kind', value: 'KIND', choices: kinds, summary: 'Only of this kind.' },
      email: { type: 'text', field: 'email', value: 'ADDRESS', summary: 'Only to this address.' },
      id: { type: 'text', field: 'mail_id', value: 'ID', summary: 'Only the mail with this id.' },
      user: { type: 'text', field: 'user_id', value: 'ID', summary: 'Only to the account with this id.' },
      signal: {
        type: 'text',
        field: 'signal_id',
        value: 'ID',
        summary: 'Only the signals of this subscription.',
      },
    },
    search: (api, fields) => api('/admin/mail/search', fields),
    columns: {
      id: ({ id }) => id,
      created: ({ created_at: at }) => showTime(at),
      kind: ({ kind, event }) => event ?? kind,
      to: ({ email, signal_id: id }) => (id === null ? email : id),
      status: ({ status }) => status,
      problem: ({ problem }) => problem,
    },
    key: ({ id }) => id,
  }),
  defineAct({
    name: 'admin mail send-again',
    summary: 'Send a mail or signal once more that was sent or is dead.',
    needs,
    arguments: { id: { summary: 'The id of the mail or signal.' } },
    fieldNames: { mail_id: 'ID' },
    call: (api, { id }) => api('/admin/mail/send_again', { mail_id: id }),
    done: () => 'The mail is sent again.',
  }),
];
