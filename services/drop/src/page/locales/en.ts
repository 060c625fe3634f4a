/** All texts of the page in English. Other languages have the same. */
export const en = {
  form: {
    heading: 'Open a one-time secret',
    lead: 'Somebody left this for you. It can be opened once and is then deleted here. Text is shown on the next page; your browser saves anything else as a file, and this page stays as it is.',
    key: 'Key',
    keyHint: 'It came with the link, or by another way.',
    /** Above the key that the link had, which needs no typing. */
    keyCame: 'The key came with the link',
    submit: 'Open it now',
    /** In place of the form, once it was sent: a browser that saves a file leaves the page as it is. */
    sent: 'Your browser is opening the secret. If it has saved a file, the secret has been deleted here, and you can close this page.',
  },
  opened: {
    heading: 'The secret is open',
    text: 'It has been deleted here and cannot be opened again. Copy what you need before you close this page.',
    copy: 'Copy the text',
    copied: 'Copied',
  },
  problems: {
    key_missing: 'Enter the key.',
    key_wrong: 'This key is wrong. Nothing was used up: check the key and try again.',
  },
  /** `wait` is a phrase such as "in 5 minutes". */
  ended: {
    nothing: {
      heading: 'This link does not lead anywhere',
      text: () =>
        'The link may be mistyped, or what it led to has ended. Ask whoever sent it to you for a new one.',
    },
    expired: {
      heading: 'This secret has expired',
      text: () =>
        'Nobody opened it in time, and it was deleted. Ask whoever sent you the link for a new one.',
    },
    not_active: {
      heading: 'This secret is gone',
      text: () =>
        'It was opened before, or ended by its owner. If you did not open it, tell whoever sent you the link: somebody else may have read it.',
    },
    attempts_limited: {
      heading: 'Too many wrong keys',
      text: (wait: string) =>
        `Opening this secret is paused here, and nothing was used up. You can try again ${wait}.`,
    },
    throttled: {
      heading: 'Too many links were opened',
      text: (wait: string) =>
        `Your network has looked at many links in a short time. You can try again ${wait}.`,
    },
    csrf_failed: {
      heading: 'This page is out of date',
      text: () =>
        'It may have been open for too long, or your browser is blocking cookies. Nothing was opened. Start again to continue.',
    },
    outcome_unknown: {
      heading: 'It is not certain whether the secret was opened',
      text: () =>
        'The connection to our database was lost at the wrong moment. Try again: if the secret is gone, ask whoever sent you the link for a new one.',
    },
    unavailable: {
      heading: 'This page is not available right now',
      text: (wait: string) => `The problem is on our side. Please try again ${wait}.`,
    },
  },
};

export type Messages = typeof en;
