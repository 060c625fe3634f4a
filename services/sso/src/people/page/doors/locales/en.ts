import { html, type Html } from '@latchkey/pages';

const back =
  'You are signed in to this browser. If you began on another device or in another browser, go back there to continue.';

/** All texts of the pages of links in English. Other languages have the same. */
export const en = {
  forgot: 'Forgot your password?',
  create: 'Create an account',
  /** What others wrote, in quotation marks. */
  quote: (text: Html) => html`“${text}”`,
  goOn: 'Continue',
  ask: {
    signup: {
      heading: 'Create an account',
      lead: 'Enter your email address. We will send you a link to create your account with.',
    },
    reset: {
      heading: 'Set a new password',
      lead: 'Enter the email address of your account. We will send you a link to set a new password with.',
    },
    /** After a link that cannot be used. */
    ended: 'The link that you opened has ended or was already used. You can ask for a new one here.',
    submit: 'Send the link',
  },
  sent: {
    heading: 'Check your email',
    signup: (email: Html) => html`An email to ${email} is on its way. Open the link in it within 24 hours.`,
    reset: (email: Html) =>
      html`If there is an account for ${email}, an email is on its way to it. Open the link in it within 30
      minutes.`,
    missing: 'No email after a few minutes? Check the spam folder and the address above.',
    otherAddress: 'Use another address',
    whenDone: 'Once you have followed the link, you can continue here.',
  },
  noMail: {
    heading: 'No email can be sent',
    text: 'This installation sends no email. Ask an operator of this installation for help.',
  },
  closed: {
    invited: {
      heading: 'You need an invitation',
      text: 'Accounts are for people who were invited. If you have an invitation by email, open the link in it.',
    },
    off: {
      heading: 'No account can be created here',
      text: 'Ask an operator of this installation for help.',
    },
  },
  waiting: {
    heading: 'Open your link',
    text: 'Nothing has been done yet. Use the button to open the link from your email.',
    open: 'Open the link',
  },
  noLink: {
    heading: 'Open the link in your email',
    text: 'This browser holds no link for this page: it was used, or it was opened more than 15 minutes ago. If you have not finished, open the link in your email again.',
  },
  ended: {
    heading: 'This link no longer works',
    signup: 'It has ended or was already used. If you created your account with it, sign in.',
    invitation:
      'The invitation was answered, was withdrawn or has ended. If you have not answered it, ask the person who invited you for a new one.',
    confirm:
      'It has ended or was already used. If you have confirmed your address, there is nothing else you need to do. If not, you can ask for a new link in your account.',
    restore:
      'It has ended or was already used. If it was you who put the address back, choose a new password now.',
  },
  isFor: (email: Html) => html`This link is for ${email}.`,
  signUp: {
    heading: 'Create your account',
    name: 'Your name',
    nameHint: 'The people of your organisations see it.',
    passwordAgain: 'Password again',
    submit: 'Create account',
  },
  reset: {
    ends: 'A new password signs out every browser, and ends every device and app.',
    submit: 'Set password',
  },
  invitation: {
    heading: 'You are invited',
    org: 'Organisation',
    by: 'Invited by',
  },
  /** For a link of a sign-up, whose address has an account already. */
  signIn: {
    heading: 'You have an account',
    text: 'Sign in with this address to continue.',
  },
  otherAccount: {
    heading: 'Another account is signed in',
    text: 'Nothing has been done. To continue with the link, sign out first.',
  },
  confirm: { heading: 'Confirm your address', submit: 'Confirm this address' },
  restore: {
    heading: 'Put this address back',
    lead: 'Somebody who knew your password gave your account another address. This puts the address back, and ends your password, all sign-ins, devices and apps. Then you choose a new password.',
    submit: 'Put the address back',
  },
  done: {
    signed_up: { heading: 'Your account is ready', text: back },
    password_set: { heading: 'Your password is set', text: back },
    accepted: { heading: 'Invitation accepted', text: 'You now belong to this organisation.' },
    declined: { heading: 'Invitation declined', text: 'You were not added to this organisation.' },
    confirmed: { heading: 'Address confirmed', text: 'Thank you. There is nothing else you need to do.' },
    restored: {
      heading: 'Your address is back',
      text: 'All sign-ins have ended, and the old password no longer works. Choose a new one now.',
    },
  },
  /** At the account that a person is led to; `org` has invited them. */
  welcome: {
    signed_up: 'Your account is ready.',
    joined: (org: Html) => html`Your account is ready. You now belong to ${org}.`,
    password_set: 'Your new password is set.',
  },
  throttled: {
    heading: 'Too many emails',
    /** `wait` is a phrase such as "in 5 minutes". */
    text: (wait: string) => `Too many links were asked for. You can ask for one again ${wait}.`,
  },
  errors: {
    email_invalid: 'This is not an email address. Check what you entered.',
    name_refused: 'Enter a name of one line, with a letter or a digit in it.',
    link_code_invalid:
      'This code is not correct. Enter the one that your authenticator app shows now, or a recovery code that you have not used.',
  },
};

export type DoorMessages = typeof en;
