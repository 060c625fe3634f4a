import { textOf, type Item } from '../../console/declare.ts';

interface ActWords {
  readonly name: string;
  /** What it does, and what it ends. */
  readonly does: string;
  readonly done: (answer: Item) => string;
}

const ended = (answer: Item) => `Sign-ins that ended: ${textOf(answer, 'ended')}.`;

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
  first: 'First page',
  filter: 'Show',
  clear: 'Clear the filters',
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
  once: 'This is shown only this once. Copy it now.',
  yes: 'yes',
  no: 'no',
  lists: {
    people: 'People',
    orgs: 'Organisations',
    members: 'Members of organisations',
    invitations: 'Open invitations',
    sessions: 'Sessions',
  } as Readonly<Record<string, string>>,
  fields: {
    client: 'App',
    client_id: 'Id of the app',
    expires_at: 'Until',
    invitations: 'Open invitations',
    ip: 'Network address',
    last_seen_at: 'Last used',
    members: 'Members',
    owners: 'Owners among them',
    search_org: 'Part of the name or slug',
    slug: 'Slug',
    user_agent: 'Program',
    user_id: 'Id of the person',
    created_at: 'Made',
    email: 'Email address',
    email_verified: 'Address verified',
    id: 'Id',
    keep_passkeys: 'Keep the passkeys',
    kind: 'Kind',
    last_login_at: 'Last sign-in',
    mfa: 'One-time codes',
    name: 'Name',
    org: 'Organisation (slug or id)',
    print_link: 'Show me the link in place of a mail',
    role: 'Role',
    search: 'Part of the address or name',
    status: 'Status',
  } as Readonly<Record<string, string>>,
  acts: {
    disable_user: {
      name: 'Disable',
      does: 'The account can do nothing. Its sign-ins, devices and tokens end, and its own apps stop working.',
      done: (answer) =>
        `The account is disabled. ${ended(answer)} Apps of its own that stopped working: ${textOf(answer, 'client_count')}.`,
    },
    enable_user: {
      name: 'Enable',
      does: 'A disabled account can sign in again. What had ended stays ended.',
      done: () => 'The account is enabled.',
    },
    verify_email: {
      name: 'Vouch for the address',
      does: 'You say that the address is this person’s. No mail is sent.',
      done: () => 'The address is verified.',
    },
    reset_password: {
      name: 'Reset the password',
      does: 'The account gets a random password, which is shown here once and must be changed within 7 days. Its sign-ins end, and its passkeys unless you keep them.',
      done: (answer) => `The account has a new password. ${ended(answer)}`,
    },
    reset_totp: {
      name: 'Turn off one-time codes',
      does: 'The account signs in with only its password, and its recovery codes stop working.',
      done: () => 'The account has no one-time codes any more.',
    },
    reset_passkeys: {
      name: 'Remove the passkeys',
      does: 'No passkey of the account signs in any more. What they opened stays.',
      done: () => 'The account has no passkeys any more.',
    },
    set_kind: {
      name: 'Change the kind',
      does: 'admin and root are operators. Only a root may do this. The sign-ins of the account end.',
      done: (answer) => `The kind is now ${textOf(answer, 'kind')}. ${ended(answer)}`,
    },
    invite: {
      name: 'Invite somebody',
      does: 'The address is mailed a link by which its person becomes a member.',
      done: (answer) => `The invitation of ${textOf(answer, 'email')} is open.`,
    },
    add_member: {
      name: 'Add a member',
      does: 'An account becomes a member, or gets another role. Nobody is asked.',
      done: (answer) => `The role is now ${textOf(answer, 'role')}.`,
    },
    create_org: {
      name: 'Make an organisation',
      does: 'The slug is its name in addresses, and cannot be changed.',
      done: (answer) => `The organisation ${textOf(answer, 'slug')} is made.`,
    },
    remove_member: {
      name: 'Remove',
      does: 'These people are no members any more. Their sessions that speak for the organisation end.',
      done: () => '',
    },
    withdraw_invitation: {
      name: 'Withdraw',
      does: 'The links of these invitations stop working.',
      done: () => '',
    },
    end_session: {
      name: 'End',
      does: 'These sessions end, with all that were opened by them.',
      done: () => '',
    },
    create_user: {
      name: 'Make an account',
      does: 'The account waits for its person, who is mailed a link.',
      done: (answer) => `The account of ${textOf(answer, 'email')} is made and waits for its person.`,
    },
  } as Readonly<Record<string, ActWords>>,
};

/** The words of an act. Throws for one that has none, which a test of all declarations finds. */
export function wordsOf(act: string): ActWords {
  const words = consoleWords.acts[act];
  if (words === undefined) throw new Error(`the act ${act} has no words`);
  return words;
}

/** What a field or a column is called. */
export function labelOf(name: string): string {
  return consoleWords.fields[name] ?? name;
}

/** What a list is called; without one, the overview. */
export function listName(name: string | undefined): string {
  return name === undefined ? consoleWords.overview : (consoleWords.lists[name] ?? name);
}
