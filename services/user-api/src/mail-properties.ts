/** The settings of mails and links. Source: contract part 2 "Mail". */
export const mailProperties = {
  MAIL_URL: {
    type: 'string',
    format: 'mail-url',
    description: 'smtp:// or smtps:// address of the mail server; no mail is sent unless set',
  },
  MAIL_FROM: {
    type: 'string',
    format: 'mail-sender',
    description: 'address that mails are from, such as Example <no-reply@example.com>',
  },
  MAILS_PER_HOUR: {
    type: 'integer',
    minimum: 1,
    default: 1000,
    description: 'mails an hour that forms for everybody may cause',
  },
  LINK_KEYS: {
    type: 'string',
    format: 'key-list',
    description:
      'kid:key,… that make the tokens of links, newest first; production needs it with MAIL_URL; else derived from the oldest sealing key',
  },
} as const;
