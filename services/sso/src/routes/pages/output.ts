import { adminRefusals } from '../../token/rights.ts';

/** The output schema of the pages for callers that ask for JSON. */
export const pageOutput = {
  properties: {
    outcome: {
      type: 'string',
      description:
        'enter, choose_password, confirm, number, approved, denied, login, account, account_deleted, signed_in, signed_out, what the page of a link shows, ask, refused, leaving, sign_out, or the reason why nothing was changed',
    },
    location: { type: 'string', description: 'where the browser is led, with the answer to an app' },
    door: { type: 'string', description: 'the page of a link: signup, invitation, reset or confirm' },
    email: { type: 'string', description: 'the address that a link is for, or that was typed' },
    needs_code: { type: 'boolean', description: 'whether a new password needs a one-time or recovery code' },
    invitation: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'org, role and who invites',
    },
    error: { type: 'string' },
    error_description: { type: 'string' },
    csrf: { type: 'string' },
    ticket: { type: 'string' },
    user_code: { type: 'string' },
    number: { type: 'string', description: 'what the device must be given back' },
    sealed_credentials: { type: 'string', description: 'what the form of a first password sends back' },
    account: { type: ['string', 'null'] },
    client_name: { type: 'string' },
    request: { type: 'object', additionalProperties: true },
    admin_refused: {
      type: 'string',
      enum: [...adminRefusals],
      description: 'why the scope admin, which is asked for, is not given',
    },
    section: { type: 'object', additionalProperties: true, description: 'of the account page' },
    asks_password: {
      type: 'boolean',
      description:
        'whether acts that do not last need the password, which was typed longer than five minutes ago',
    },
    notice: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'what an act on the account page did',
    },
    problem: { type: ['string', 'null'], description: 'why a form did nothing' },
    payload: { type: 'string', description: 'base64, of a secret that is a file' },
    filename: { type: 'string' },
    user_id: { type: 'string' },
    amr: { type: 'array', items: { type: 'string' } },
    auth_time: { type: 'integer', description: 'seconds since the epoch' },
  },
} as const;
