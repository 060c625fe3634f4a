import { actWords, type ActWords } from './act-words.ts';
import { fieldWords, listWords } from './field-words.ts';

/** All words of the console, which is in English only. */
export const consoleWords = {
  title: 'Console',
  menu: 'Console',
  skip: 'Skip to the content',
  overview: 'Overview',
  none: 'Nothing to show.',
  total: (count: number) => (count === 1 ? '1 in all' : `${count.toLocaleString('en')} in all`),
  page: (page: number, pages: number) =>
    `Page ${page.toLocaleString('en')} of ${Math.max(pages, 1).toLocaleString('en')}`,
  pages: 'Pages',
  next: 'Next',
  filter: 'Show',
  clear: 'Clear',
  all: 'all',
  mark: 'Mark',
  marked: 'With the marked rows',
  canDo: 'What you can do',
  related: 'What belongs to it',
  leave: 'Sign out',
  power: {
    until: (time: string, minutes: number) =>
      `You have an operator’s power until ${time} UTC (${minutes === 1 ? '1 minute' : `${minutes} minutes`}).`,
    end: 'End now',
    enter: 'Enter the console',
    lead: 'You get an operator’s power for ten minutes, in this browser and network.',
    again: 'Your power has ended, or has not begun. Show that it is you, and the form goes on.',
    submit: 'Continue',
    code: 'One-time code',
    codeHint: 'A new one, from your authenticator app.',
    password: 'Your password',
    passkey: 'Use a passkey',
    anotherCode: 'Your power has begun. This act asks for another code.',
    passkeyProblem: 'No passkey was used.',
    passkeyOnly: 'This installation asks operators for a passkey. It needs a browser with script.',
    refused: {
      other_network:
        'Operators have power only in the networks that OPERATOR_NETWORKS names. Yours is none of them.',
      no_passkey: 'This installation asks operators for a passkey. Add one to your account first.',
      no_one_time_code:
        'This installation asks operators for a one-time code or a passkey. Set one up in your account first.',
      wrong: 'The code, the password or the passkey is not correct.',
    },
  },
  forms: {
    sentBefore: 'This form was sent before. Whether it acted is not known: look at what is shown here.',
    missing: 'Fill in this field.',
    throttled: (wait: string) => `There were too many attempts. You can try again ${wait}.`,
    busy: 'Nothing was done: a service is busy. Try again in a minute.',
    markNone: 'Mark at least one row.',
    markMany: (most: number) => `Mark at most ${most} rows.`,
    filtered: 'Choose a person first: this list shows what belongs to one.',
  },
  rows: {
    confirm: (name: string, count: number) => `${name}: ${count === 1 ? '1 row' : `${count} rows`}`,
    done: 'done',
    refused: 'refused',
    waiting: 'not done',
    again: 'The rest again',
    back: 'Back to the list',
  },
  command: 'The command that writes these rows to a file:',
  needs: {
    title: 'What needs somebody',
    none: 'Nothing needs anybody.',
    deadMails: (count: number) =>
      count === 1 ? '1 mail could not be sent.' : `${count.toLocaleString('en')} mails could not be sent.`,
    deadSignals: (count: number) =>
      count === 1
        ? '1 signal could not be sent.'
        : `${count.toLocaleString('en')} signals could not be sent.`,
    signalsOff: (count: number) =>
      count === 1
        ? '1 address gets no signals any more.'
        : `${count.toLocaleString('en')} addresses get no signals any more.`,
    mailsWait: (count: number) => `${count.toLocaleString('en')} mails and signals wait to be sent.`,
    oldKey: (days: number) =>
      `The signing key has been in use for ${days} days. “latchkey-sso keys rotate” makes the next one.`,
    eventsWait: (minutes: number) =>
      `The request log has not got what happened at sign-ins ${minutes.toLocaleString('en')} minutes ago.`,
    noAnswer: (service: string) => `${service} does not answer.`,
    otherVersion: (service: string, own: string) => `${service} has another version than sso (${own}):`,
  },
  totals: {
    title: 'Today and yesterday',
    lead: (day: string) => `Today is ${day}, in UTC.`,
    unknown: 'The totals cannot be shown now.',
    what: 'What happened',
    today: 'Today',
    yesterday: 'Yesterday',
    names: {
      sign_ins: 'Sign-ins',
      failures: 'Failed sign-ins',
      approvals: 'Approvals',
      denials: 'Denials',
      new_accounts: 'New accounts',
      drops_made: 'Drops made',
      drops_taken: 'Drops taken',
    },
  },
  plot: {
    title: 'Sign-ins and approvals by day',
    numbers: 'The numbers of each day',
    day: 'Day (UTC)',
    series: { sign_ins: 'Sign-ins', approvals: 'Approvals' },
    period: (first: string, last: string) => `From ${first} to ${last}.`,
    sum: (series: string, sum: string, most: string, day: string) =>
      `${series}: ${sum}, at most ${most} on ${day}.`,
  },
  once: 'This is shown only this once. Copy it now.',
  since: 'since',
  yes: 'yes',
  no: 'no',
};

/** The words of an act. Throws for one that has none, which a test of all declarations finds. */
export function wordsOf(act: string): ActWords {
  const words = actWords[act];
  if (words === undefined) throw new Error(`the act ${act} has no words`);
  return words;
}

/** What a field or a column is called. */
export function labelOf(name: string): string {
  return fieldWords[name] ?? name;
}

/** What a list is called; without one, the overview. */
export function listName(name: string | undefined): string {
  return name === undefined ? consoleWords.overview : (listWords[name] ?? name);
}
