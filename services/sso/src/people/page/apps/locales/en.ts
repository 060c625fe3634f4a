import { html, type Html } from '@latchkey/pages';

/** All texts of the pages for apps that lead a browser here, in English. Other languages have the same. */
export const en = {
  onThisComputer: 'an app on this computer',
  leadsTo: 'Leads to',
  /** `place` is a host, or {@link onThisComputer}. */
  signIn: {
    lead: (client: Html, place: Html) => html`To continue to ${client} (${place}).`,
    again: (client: Html, place: Html) => html`Confirm your password to continue to ${client} (${place}).`,
  },
  ask: {
    warningLead: 'Only allow this if you were signing in to this app.',
    warning: 'It can use your account in this way until you end its access in your account.',
    allow: 'Allow',
    deny: 'Deny',
  },
  refused: {
    denied: {
      heading: 'Access denied',
      text: (client: Html) => html`${client} was given no access to your account.`,
    },
    other: {
      heading: 'This sign-in cannot go on',
      text: (client: Html) => html`${client} was given no access to your account. Its request was refused:`,
    },
    back: (place: Html) => html`Go back to ${place}`,
  },
  broken: {
    heading: 'This sign-in link does not work',
    text: 'Nothing was done, and you are not led on, because it is not certain where this came from. Go back to the app and start again. If that does not help, its maker needs this sentence:',
  },
  waiting: {
    heading: 'Open this page to sign in',
    text: 'It opens only in a window of its own, not within another page.',
    open: 'Open',
  },
  leaving: {
    heading: 'One moment',
    text: 'You are being led on. If nothing happens, use this link.',
    goOn: 'Continue',
  },
  signOut: {
    heading: (client: Html) => html`Sign out of ${client} and of this browser?`,
    lead: 'Other devices and apps that use your account stay connected.',
  },
  /** How a device or an app was connected. */
  connected: 'Connected',
  roads: { device: 'with the code of a device', browser: 'by signing in in a browser' },
};

export type AppMessages = typeof en;
