import { html, type Html } from '@latchkey/pages';
import { en as accountPage } from '../account/locales/en.ts';
import { en as appPages } from '../apps/locales/en.ts';
import { en as doorPages } from '../doors/locales/en.ts';
import { en as dropWords } from '../drops/locales/en.ts';
import { en as passkeyWords } from '../passkeys/locales/en.ts';

/** All texts of the pages in English. Other languages have the same. */
export const en = {
  unnamedClient: 'Unnamed app',
  enter: {
    heading: 'Connect a device',
    headingFor: (client: Html) => html`${client} asks for access to your account`,
    lead: 'Enter the code that your device or app shows, then sign in. You will see what it asks for before anything is approved.',
    leadFor: 'Sign in to review this request. Nothing is approved until you confirm it on the next page.',
    code: 'Code',
    codeHint: '8 letters, for example BCDF-GHJK.',
    codeHintFor: 'Check that your device shows this same code.',
    codeWarning: 'Never use a code that someone sent you or read out to you.',
    email: 'Email address',
    signedInAs: (account: Html) => html`Signed in as ${account}`,
    otherAccount: 'Use another account',
    password: 'Password',
    addressCheck: (host: Html) =>
      html`Before you type it, check that your browser’s address bar shows ${host}.`,
    oneTimeCode: 'One-time code or recovery code',
    oneTimeCodeOffer: 'My account uses a one-time code',
    oneTimeCodeHint: 'From your authenticator app, or one of your recovery codes.',
    newPassword: 'New password',
    newPasswordAgain: 'New password again',
    submit: 'Continue',
    /** For a person who is signed in. */
    leadSignedIn:
      'Confirm your password to see this request. Nothing is approved until you confirm it on the next page.',
  },
  /** The page of a first password. */
  choosePassword: {
    heading: 'Choose your password',
    lead: (account: Html) =>
      html`You signed in as ${account} with a temporary password. Choose one of your own: from now on you sign
      in with it.`,
  },
  request: {
    scopesLead: 'This would let it:',
    /** Opens the rest of a long list of scopes; `count` is 3 or more. */
    scopesFold: (count: number) => `Show ${count} more`,
    account: 'Account',
    registered: 'Registered',
    byInstallation: 'part of this service',
    byOrg: (name: Html) => html`by ${name}`,
    byPerson: 'by a person',
    device: 'Device',
    /** The name that the device gives itself. Nobody has checked it. */
    callsItself: (name: Html) => html`calls itself ${name}`,
    requestedAt: 'Requested',
    requestedFrom: 'From',
    fromDevice: (name: Html) => html`a device that calls itself ${name}`,
    /** The program that made the request, as it names itself. */
    fromProgram: (name: Html) => html`with ${name}`,
    sameNetwork: 'in the network of this browser',
    otherNetwork: 'in another network than this browser',
    /** Where the visitor of the app is, as the app says. */
    visitorFrom: 'From, as the app says',
    worksAt: 'Works at',
    /** Opens what a phone folds: when it was requested, who has registered the client, where it is valid. */
    details: 'Details',
  },
  /** Verb phrases that complete `request.scopesLead`. */
  scopes: {
    openid: 'know which account is yours',
    profile: 'see your name and profile',
    email: 'see your email address',
    groups: 'see the groups you belong to',
    offline_access: 'stay connected when you are not using it',
    account: 'see and end your sessions, devices and apps, and change how you sign in',
    clients: 'manage the apps that you registered, and their connections',
    orgs: 'see and manage the people of your organisations',
    admin: 'manage all users and their data',
    /** What the audience of drop gives. */
    drops: 'store, read and delete your one-time secrets',
    other: (scope: Html) => html`use the permission ${scope}`,
    /** What openid, profile and email say together. */
    identity: 'know who you are: your name, profile and email address',
  },
  confirm: {
    title: 'Confirm access',
    heading: (client: Html) => html`Let ${client} use your account?`,
    /** For a request that gets admin. */
    headingAdmin: (client: Html) => html`Let ${client} manage everything here for 10 minutes?`,
    codeCheck: 'Your device must show this code',
    /** Warns against remote phishing (RFC 8628 section 5.4). */
    warningLead: 'Only continue if you started this yourself, on your own device.',
    warning: (house: string) => `${house} staff will never ask you for this code.`,
    otherNetwork:
      'Your device and this browser are in different networks. If you did not expect this, deny the request.',
    approve: 'Approve',
    deny: 'Deny',
  },
  /** Why a person does not get the scope admin, which the request asks for. */
  adminRefused: {
    not_operator:
      'It also asks to manage all users and their data. It does not get this, because your account is not an operator’s.',
    no_one_time_code:
      'It also asks to manage all users and their data. It does not get this, because you signed in without a one-time code or a passkey. Set one of them up for your account, then connect it again.',
    no_passkey:
      'It also asks to manage all users and their data. It does not get this, because you signed in without a passkey. Sign in with a passkey, then connect it again.',
    other_network:
      'It also asks to manage all users and their data. It does not get this, because your device and this browser are in different networks. Start again on a device in this network, or ask whoever runs this installation to name both networks as one place.',
    device_off:
      'It also asks to manage all users and their data. It does not get this, because no device may have it here.',
    no_confirmation:
      'It also asks to manage all users and their data. It does not get this, because the device cannot ask for the number that this installation wants typed on it. Update the app, then connect it again.',
  },
  /** After the approval of a request that waits for its number. */
  number: {
    heading: 'Type this number on your device',
    lead: (client: Html) => html`${client} gets access to your account once it has this number.`,
    label: 'Number',
    warningLead: 'Type it only on the device before you.',
    warning: (house: string) => `Nobody from ${house} asks for it.`,
    /** For somebody whom a stranger has led here. */
    noDevice: 'If no device before you asks for a number, choose “Stop”.',
    stop: 'Stop',
    look: 'Look again',
  },
  done: {
    approved: {
      heading: 'Access approved',
      text: (client: Html) =>
        html`${client} can now use your account. You can close this page and go back to your device.`,
    },
    denied: {
      heading: 'Access denied',
      text: (client: Html) =>
        html`${client} was given no access to your account. You can close this page; there is nothing else you
        need to do.`,
    },
  },
  /** `wait` is a phrase such as "in 5 minutes", empty for a reason that has no wait; `limit` one such as "100 kB". */
  failed: {
    not_found: {
      heading: 'There is no page here',
      text: () => 'Check the address for a typing error, or go on from one of these pages.',
    },
    code_invalid: {
      heading: 'This code does not work',
      text: () => 'It may be mistyped, expired or already used. Get a new code on your device and try again.',
    },
    other_network: {
      heading: 'This app can only be connected nearby',
      text: () =>
        'The device and this browser are in different networks, and this app does not allow that. Nothing was approved. To go on, open this page in a browser in the network of your device, for example on the same Wi-Fi.',
    },
    device_sign_in_off: {
      heading: 'Your account lets no new device in',
      text: () =>
        'You switched this off for your account. Nothing was approved. If you want to connect this device, allow devices again in your account and start again here. If you did not start this, there is nothing else you need to do.',
    },
    attempts_exhausted: {
      heading: 'This request was closed',
      text: () =>
        'There were too many wrong sign-in attempts for this code. Nothing was approved. To try again, get a new code on your device.',
    },
    number_wrong: {
      heading: 'The number was wrong',
      text: () =>
        'A wrong number was typed on the device twice, so it got no access. To try again, get a new code on your device. If it was not you who typed it, somebody else wanted to get into your account.',
    },
    too_large: {
      heading: 'This is too long',
      text: (limit: string) =>
        `What was sent is longer than ${limit}, the most that this page takes. Nothing was changed.`,
    },
    csrf_mismatch: {
      heading: 'This page is out of date',
      text: () =>
        'It may have been open for too long, or your browser is blocking cookies. Nothing was changed. Start again to continue.',
    },
    throttled: {
      heading: 'Too many attempts',
      text: (wait: string) => `To keep accounts safe, sign-in is paused here. You can try again ${wait}.`,
    },
    too_many_approvals: {
      heading: 'Too many devices in one hour',
      text: (wait: string) =>
        `Your account has reached the limit of devices for one hour. Nothing was approved. You can try again ${wait}. If you did not connect them all yourself, change your password.`,
    },
    unavailable: {
      heading: (house: string) => `${house} is not available right now`,
      text: (wait: string) =>
        `The problem is on our side and nothing was approved. Please try again ${wait}.`,
    },
  },
  session: {
    title: 'Your sign-in',
    lead: 'Sign out if other people use this browser. Devices and apps that you have approved stay connected.',
    signOut: 'Sign out',
    signedOut: 'You are signed out',
  },
  /** `least` is the characters that a new password needs. */
  newPassword: {
    hint: (least: number) =>
      `At least ${least} characters. Not a common password, and not your name or address.`,
    new_password_short: (least: number) => `This password is too short. Use at least ${least} characters.`,
    new_password_long: 'This password is too long. Use at most 256 characters.',
    new_password_common: 'Many people use this password, so it is easily guessed. Choose another one.',
    new_password_own_name: (house: string) =>
      `This password is your name, your address or “${house}”. Choose another one.`,
    new_password_same: 'This is your old password. Choose a new one.',
    new_passwords_differ: 'The two new passwords differ. Enter the new one twice.',
  },
  errors: {
    code_missing: 'Enter the code that your device shows.',
    code_invalid:
      'This code does not work. It may be mistyped, expired or already used. Check it, or get a new one on your device.',
    code_from_address:
      'For this request a code from a link is not taken. Type the code that your own device shows.',
    email_missing: 'Enter your email address.',
    password_missing: 'Enter your password.',
    password_wrong: 'This password is not correct.',
    credentials_invalid: 'The email address, password or one-time code is not correct.',
    one_time_code_required: 'This account needs a one-time code. Enter it together with your password.',
    passkey_refused: 'This passkey was not accepted. Try again, or sign in with your password.',
    passkey_expired: 'This page was open for too long, or was used already. Try again.',
    sign_in_expired: 'It took too long to choose a password. Sign in again.',
    account_mismatch:
      'This browser is signed in with a different account. Continue with the account shown here, or sign out first.',
    confirmation_expired:
      'This confirmation was already used, took too long, or ended because you signed out, signed in again or changed your password. If your device is not connected yet, sign in again.',
  },
  account: accountPage,
  apps: appPages,
  doors: doorPages,
  passkeys: passkeyWords,
  drops: dropWords,
};

export type Messages = typeof en;
