import { html, type Html } from '@latchkey/pages';

/** All texts about one-time links in English. Other languages have the same. */
export const en = {
  lead: 'Hand a secret over by a link that opens once, or ask somebody for one.',
  make: {
    heading: 'Send a secret',
    text: 'Secret',
    textHint: 'Up to 64 KiB of text. To send a file, use the command latchkey drop put.',
    passphrase: 'Passphrase (optional)',
    passphraseHint: 'At least 12 characters. Give it to the receiver in another way, such as by phone.',
    notify: 'Email me when it is taken',
  },
  ask: {
    heading: 'Ask for a secret',
    asks: 'What do you ask for?',
    asksHint: 'Whoever opens the link sees this, and a part of your email address.',
    notify: 'Email me when it is filled in',
  },
  take: {
    heading: 'Open a secret that you asked for',
    link: 'Link',
    linkHint:
      'The whole link that you made, with what is after #. Text is shown on the next page; anything else your browser saves as a file. Then it is deleted here.',
    submit: 'Open it now',
  },
  term: 'How long the link works',
  terms: { '3600': '1 hour', '86400': '1 day', '604800': '7 days', '2592000': '30 days' },
  label: 'Label (optional)',
  labelHint: 'Only you see it, in your list.',
  submit: 'Make the link',
  made: {
    heading: 'Your link is ready',
    once: 'It is shown only this once. Select it and copy it now.',
    receives: 'What the receiver sees',
    page: (host: Html) =>
      html`A page at ${host}. It says that somebody left a secret, and has a button that opens it.`,
    passphrase: 'A field for the passphrase, which is not in the link.',
    opensOnce:
      'The secret opens once. A program that only looks at the link, such as a mail scanner, uses nothing up.',
    fills: (host: Html) => html`A page at ${host}. It says what you ask for, and has a field for the secret.`,
    keep: 'Keep the link yourself too: you need it here to open what was filled in.',
    back: 'Back to your links',
  },
  opened: {
    heading: 'The secret is open',
    text: 'It has been deleted here and cannot be opened again. Copy what you need before you leave this page.',
  },
  list: {
    heading: 'Your links',
    none: 'You have made no links.',
    unnamed: 'Without a label',
    until: 'Until',
    taken: 'Taken',
    takers: { you: 'by you', account: 'with an account', nobody: 'without an account' },
    revoke: 'Revoke',
    remove: 'Remove from the list',
  },
  states: {
    reserved: 'Reserved',
    asked: 'Waits to be filled in',
    filled: 'Filled in: open it with its link',
    active: 'Waits to be taken',
    consumed: 'Taken',
    revoked: 'Revoked',
    expired: 'Expired',
  },
  notices: {
    drop_revoked: 'The link is revoked, and its secret is deleted.',
    drop_removed: 'The link is removed from the list.',
  },
  problems: {
    secret_missing: 'Enter the secret.',
    secret_long: 'This text is longer than 64 KiB. Send it as a file, with the command latchkey drop put.',
    link_wrong: 'This is no link of yours, or its key is wrong. Nothing was used up: copy the whole link.',
    drop_made:
      'This form was sent before, and the answer to it showed the link. If you do not have the link, revoke it below and send the form again.',
    drop_ended:
      'There is nothing to open. It is not filled in yet, was opened before, was revoked or has expired: see the list.',
    drops_full: 'You have as many links as are possible here. Revoke those that you do not need.',
    drop_unknown: 'It is not certain whether the secret was opened: see the list.',
    drops_down:
      'One-time links cannot be reached right now. What you typed is not lost: try again in a moment.',
  },
  events: {
    drop_made: 'Secret stored',
    drop_filled: 'Secret that you asked for filled in',
    drop_taken: 'Secret opened',
    drop_closed: 'Too many wrong keys for a secret',
    drop_ended: 'Secret withdrawn',
    drop_expired: 'Secret expired',
  },
};

export type DropsMessages = typeof en;
