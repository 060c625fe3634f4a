/**
 * What mails say in English; other languages have the same. {login}, {reset} and {account} are replaced by addresses of
 * sso's pages, {host} by its host, {name} by what the installation calls itself, and {count} by a number. No subject holds
 * any of them; that of an invitation has {org}, the org in quotes.
 */
export const en = {
  /** BCP 47 tag, for the lang attribute and for Intl. */
  tag: 'en',
  /** Around what others wrote. */
  quotes: ['“', '”'] satisfies [string, string],
  /** Mails that somebody asked for, or that invite. A button is null where there is nothing to follow. */
  asked: {
    sign_up: {
      subject: 'Finish signing up',
      what: 'Somebody, most likely you, wants to create an account with this address. Follow the link to continue.',
      button: 'Create my account',
      ifNotYou: 'If this was not you, do nothing: without the link no account is created.',
    },
    confirm: {
      subject: 'Confirm your address',
      what: 'Somebody, most likely you, entered this address for an account. Follow the link to confirm that it is yours.',
      button: 'Confirm my address',
      ifNotYou: 'If this was not you, do nothing: the address then stays unconfirmed.',
    },
    already_account: {
      subject: 'You already have an account',
      what: 'Somebody, most likely you, wanted to sign up with this address. It already has an account. You can sign in, or choose a new password at {reset}',
      button: 'Sign in',
      ifNotYou: 'If this was not you, do nothing: nothing has changed.',
    },
    invitation: {
      subject: 'You are invited to an organisation',
      what: 'You are invited to join an organisation. {name} at {host} is the service by which people sign in and connect their devices.',
      button: 'See the invitation',
      ifNotYou: 'If you do not know who invites you, do nothing: the invitation ends by itself.',
    },
    invitation_account: {
      subject: 'You are invited to create an account',
      what: 'You are invited to create an account. {name} at {host} is the service by which people sign in and connect their devices.',
      button: 'See the invitation',
      ifNotYou: 'If you do not know who invites you, do nothing: the invitation ends by itself.',
    },
    reset: {
      subject: 'Choose a new password',
      what: 'Somebody, most likely you, asked for a new password for your account.',
      button: 'Choose a new password',
      ifNotYou: 'If this was not you, do nothing: your password stays as it is.',
    },
    ask_operator: {
      subject: 'Your password cannot be reset by mail',
      what: 'Somebody, most likely you, asked for a new password for your account. The account is an operator’s and has no one-time code, so no mail can reset it. Ask another operator, or use the command “latchkey-user-api operators reset”.',
      button: null,
      ifNotYou: 'If this was not you, do nothing: your password stays as it is.',
    },
    email_taken: {
      subject: 'This address already has an account',
      what: 'Somebody, most likely you, wanted to give another account this address. It already has an account, so nothing has changed.',
      button: null,
      ifNotYou: 'If this was not you, do nothing: nothing has changed.',
    },
    email_changed: {
      subject: 'The address of your account was changed',
      what: 'Your account now has another email address. If this was not you, follow the link: it puts this address back, and your password and all sign-ins end.',
      button: 'Put my address back',
      ifNotYou: 'If you changed it yourself, do nothing.',
    },
  },
  invitedTo: 'You are invited to {org}',
  copyAddress: 'Or copy this address:',
  /** Mails about what has happened to an account. */
  notices: {
    password_changed: {
      subject: 'Your password was changed',
      what: 'The password of your account was changed.',
    },
    codes_on: {
      subject: 'One-time codes are on',
      what: 'One-time codes were turned on for your account. From now on a sign-in asks for one.',
    },
    codes_off: {
      subject: 'One-time codes are off',
      what: 'One-time codes were turned off for your account. A sign-in asks only for your password now.',
    },
    recovery_used: {
      subject: 'A recovery code was used',
      what: 'One of the recovery codes of your account was used in place of a one-time code. It cannot be used again.',
    },
    recovery_replaced: {
      subject: 'Your recovery codes were replaced',
      what: 'Your account got new recovery codes. The old ones no longer work.',
    },
    passkey_added: {
      subject: 'A passkey was added',
      what: 'A passkey was added to your account. It signs in without the password and without a one-time code.',
    },
    passkey_removed: {
      subject: 'A passkey was removed',
      what: 'A passkey was removed from your account. What it signed in to before stays signed in.',
    },
    passkey_refused: {
      subject: 'A passkey may have been copied',
      what: 'A sign-in with a passkey of your account was refused, because there seems to be a copy of that passkey. The passkey still works: if you do not know why, remove it.',
    },
    passkeys_ended: {
      subject: 'All passkeys were removed',
      what: 'All passkeys of your account were removed. None of them signs in any more.',
    },
    locked: {
      subject: 'Too many wrong passwords',
      what: 'Too many wrong passwords were entered for your account. For now, you can sign in only from browsers and devices that you have used before.',
    },
    deleted: {
      subject: 'Your account was deleted',
      what: 'Your account was deleted. All its sign-ins, devices and apps have ended.',
    },
    password_reset: {
      subject: 'An operator reset your password',
      what: 'An operator gave your account a temporary password. All your sign-ins have ended.',
    },
    codes_reset: {
      subject: 'An operator turned off your one-time codes',
      what: 'An operator turned off the one-time codes of your account. A sign-in asks only for your password now.',
    },
    passkeys_reset: {
      subject: 'An operator removed your passkeys',
      what: 'An operator removed all passkeys of your account. None of them signs in any more.',
    },
    device: {
      subject: 'A device got access to your account',
      what: 'A device or app got access to your account that was new in some way: the app, the name of the device, or its network.',
    },
    number_wrong: {
      subject: 'A wrong number kept a device out',
      what: 'A device was about to get access to your account and was given a wrong number twice. It got no access. If you did not start this yourself, somebody else sent you its code.',
    },
    app: {
      subject: 'You signed in to an app',
      what: 'You signed in to an app with your account. Something about it was new: the app, or the network of your browser.',
    },
    admin_granted: {
      subject: 'An app got an operator’s power',
      what: 'An app got the power of an operator in your name.',
    },
    drop_filled: {
      subject: 'A secret that you asked for is there',
      what: 'Somebody has filled in a secret that you asked for. Only you can open it, once, with the key of your link.',
    },
    drop_taken: {
      subject: 'A secret of yours was opened',
      what: 'A secret that you handed over, or asked for, was opened. Nobody can open it again.',
    },
    drop_closed: {
      subject: 'Wrong keys for a secret of yours',
      what: 'Too many wrong keys were tried on a secret of yours. None of them opened it, and who tried them must wait.',
    },
    signal_off: {
      subject: 'Signals are turned off',
      what: 'The signals of a subscription that you made are turned off: for three days nothing, or nothing but failures, was answered at its address, or it said that it is gone.',
    },
    digest: {
      subject: 'Many security notices',
      what: 'More happened to your account within an hour than single mails report. Further notices: {count}. You see them all under “Activity”.',
    },
  },
  labels: {
    app: 'App',
    device: 'Device, as it calls itself',
    deviceFrom: 'Address of the device',
    from: 'From',
    when: 'When',
    org: 'Organisation',
    role: 'Role',
    inviter: 'Invited by',
    newAddress: 'New address',
    label: 'Label',
    dropKind: 'Kind',
  },
  roles: { owner: 'owner', admin: 'administrator', member: 'member' },
  linkLife: {
    sign_up: 'The link works once, within 24 hours.',
    confirm: 'The link works once, within 24 hours.',
    reset: 'The link works once, within 30 minutes.',
    invitation: 'The link works once, within 7 days.',
    restore: 'The link works once, within 24 hours.',
  },
  seeAccount: 'See my account',
  ifNotYou: {
    signal:
      'Look at what answers there, then turn them on again with the command “latchkey signals on”. What waits is sent then.',
    drop: 'If you did not expect this, look at your secrets: {account}\nIf the wrong person may know a secret, replace it where it is used.',
    changed: 'If this was not you, choose a new password now: {reset}\nEnd what you do not know: {account}',
    device: 'If this was not you, end its access now: {account}\nThen choose a new password: {reset}',
    operator: 'If you did not ask for this, ask an operator whom you know.',
    deleted: 'If this was not you, ask an operator of this installation now.',
  },
  footer: '{name} at {host} sent this mail by itself. Nobody reads answers to it.',
};

export type Texts = typeof en;

export type NoticeText = keyof Texts['notices'];
