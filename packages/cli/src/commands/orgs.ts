import { defineAct } from '../define-act.ts';
import { showTime } from '../output.ts';

export const roles = ['owner', 'admin', 'member'] as const;

export const invitation = {
  arguments: {
    org: { summary: 'The org, by id or slug.' },
    email: { summary: 'The address of the person.' },
  },
  options: {
    role: { type: 'text', choices: roles, summary: 'What they may do there; member unless given.' },
  },
} as const;

interface Invited {
  readonly invite: string;
  readonly email: string;
  readonly role: string;
  readonly expires_at: string;
}

/** An invitation as it is shown. No mail is sent: whoever invites hands it over. */
export const shownInvitation = {
  fields: ({ invite, email, role, expires_at: until }: Invited) => ({
    invite,
    email,
    role,
    until: showTime(until),
  }),
  result: ({ invite }: Invited) => invite,
  done: ({ email, invite }: Invited) =>
    `Hand it over to ${email}, who joins with: latchkey account join ${invite}`,
};

export const orgs = [
  defineAct({
    name: 'orgs invite',
    summary: 'Invite a person to an org that you manage.',
    needs: 'clients',
    ...invitation,
    ...shownInvitation,
    call: (api, { org, email, role = 'member' }, options) =>
      api('/org/invite', { org, email, role }, options),
  }),
];
