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
  fill: {
    heading: 'Hand over a secret',
    /** What the page says first. */
    never: 'Never a password of yours.',
    neverMore: 'Nobody who asks for it here means you well: enter only what was made to be handed over.',
    who: 'Who asks',
    /** {name} is what an org or app calls itself, in quotes. */
    org: 'the organisation {name}',
    app: 'the app {name}',
    what: 'For what',
    until: 'Until',
    text: 'The secret',
    textHint: 'It is sealed with the key of your link. Only whoever asks can open it, once.',
    submit: 'Hand it over',
    sent: 'Your browser is sending the secret.',
    /** The link follows it, where the installation has an address for help. */
    report: 'You do not know who asks, or find it strange? Close this page, and',
    reportLink: 'report it',
  },
  filled: {
    heading: 'The secret is handed over',
    text: 'Only who asked can open it now. You can close this page.',
  },
  problems: {
    text_missing: 'Enter the secret.',
    key_missing: 'Enter the key.',
    key_wrong: 'This key is wrong. Nothing was used up: check the key and try again.',
  },
  /** `wait` is a phrase such as "in 5 minutes", `limit` one such as "256 kB". */
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
    lapsed: {
      heading: 'Nobody waits for this secret any more',
      text: () => 'It was not filled in in time. Ask whoever sent you the link for a new one.',
    },
    filled_before: {
      heading: 'Nothing can be filled in here any more',
      text: () =>
        'Somebody has filled it in before, or who asked has ended it. If it was not you, tell whoever sent you the link: somebody else may have used it.',
    },
    fill_paused: {
      heading: 'Too many wrong keys',
      text: (wait: string) =>
        `Filling in is paused here, and nothing was used up. You can try again ${wait}.`,
    },
    full: {
      heading: 'Who asks has no room for it',
      text: () =>
        'Nothing was handed over. Tell whoever sent you the link: other secrets must be opened or deleted first.',
    },
    fill_unknown: {
      heading: 'It is not certain whether the secret was handed over',
      text: () =>
        'The connection to our database was lost at the wrong moment. Start again: if nothing can be filled in any more, it was handed over.',
    },
    too_large: {
      heading: 'This is too long for the page',
      text: (limit: string) =>
        `What was sent is longer than ${limit}, the most that this page takes. Nothing was opened or handed over. Files and long texts can be handed over with the command “latchkey drop fill”.`,
    },
    throttled: {
      heading: 'Too many links were opened',
      text: (wait: string) =>
        `Your network has looked at many links in a short time. You can try again ${wait}.`,
    },
    csrf_failed: {
      heading: 'This page is out of date',
      text: () =>
        'It may have been open for too long, or your browser is blocking cookies. Nothing was opened or handed over. Start again to continue.',
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
