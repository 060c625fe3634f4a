import type { Messages } from '../messages.ts';

export const en: Messages = {
  form: {
    heading: 'Open a drop',
    lead: 'Somebody left this for you. It can be opened once and is then deleted here. Text is shown on the next page; your browser saves anything else as a file.',
    key: 'Key',
    keyHint: 'It came with the link, or by another way.',
    submit: 'Open it now',
  },
  opened: {
    heading: 'The drop is open',
    text: 'It has been deleted here and cannot be opened again. Copy what you need before you close this page.',
  },
  problems: {
    key_missing: 'Enter the key.',
    key_wrong: 'This key is wrong. Nothing was used up: check the key and try again.',
  },
  ended: {
    nothing: {
      heading: 'Nothing can be taken here without an account',
      text: () =>
        'The link may be mistyped, or what it led to has ended. Ask whoever sent it to you for a new one.',
    },
    expired: {
      heading: 'This drop has expired',
      text: () =>
        'Nobody opened it in time, and it was deleted. Ask whoever sent you the link for a new one.',
    },
    not_active: {
      heading: 'This drop has ended',
      text: () =>
        'It was opened before, or ended by its owner. If you did not open it, tell whoever sent you the link: somebody else may have read it.',
    },
    attempts_limited: {
      heading: 'Too many wrong keys',
      text: (wait) => `Opening this drop is paused here, and nothing was used up. You can try again ${wait}.`,
    },
    throttled: {
      heading: 'Too many links were opened',
      text: (wait) => `Your network has looked at many drops in a short time. You can try again ${wait}.`,
    },
    csrf_failed: {
      heading: 'This page is out of date',
      text: () =>
        'It may have been open for too long, or your browser is blocking cookies. Nothing was opened. Start again to continue.',
    },
    outcome_unknown: {
      heading: 'It is not certain whether the drop was opened',
      text: () =>
        'The connection to our database was lost at the wrong moment. Try again: if the drop has ended, ask whoever sent you the link for a new one.',
    },
    unavailable: {
      heading: 'This page is not available right now',
      text: (wait) => `The problem is on our side. Please try again ${wait}.`,
    },
  },
};
