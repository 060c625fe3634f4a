import { textOf, type Item } from '../../console/declare.ts';

export interface ActWords {
  readonly name: string;
  /** What it does, and what it ends. */
  readonly does: string;
  readonly done: (answer: Item) => string;
}

const ended = (answer: Item) => `Sign-ins that ended: ${textOf(answer, 'ended')}.`;

/** What the acts of the console are called, and say. */
export const actWords: Readonly<Record<string, ActWords>> = {
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
  end_device: {
    name: 'End access',
    does: 'These devices and apps have no access any more.',
    done: () => '',
  },
  end_session: {
    name: 'End',
    does: 'These sessions end, with all that were opened by them.',
    done: () => '',
  },
  rotate_secret: {
    name: 'Make a new secret',
    does: 'The app gets a new secret, which is shown here once. The previous one stays good for a day, unless you end it.',
    done: (answer) =>
      textOf(answer, 'previous_expires_at') === ''
        ? 'The app has a new secret.'
        : `The app has a new secret. The previous one ends at ${textOf(answer, 'previous_expires_at')}.`,
  },
  verify_app: {
    name: 'Vouch for the name',
    does: 'Nobody else may have the name of an app that operators vouch for, or one that looks like it.',
    done: (answer) =>
      textOf(answer, 'verified') === 'true' ? 'The name is vouched for.' : 'The name is not vouched for.',
  },
  archive_app: {
    name: 'Archive',
    does: 'Nothing of the app works any more: its secrets, tokens and connections are refused until it is restored.',
    done: () => 'The app is archived.',
  },
  restore_app: {
    name: 'Restore',
    does: 'An archived app works again, with what of it has not ended since.',
    done: () => 'The app is restored.',
  },
  remove_connection: {
    name: 'Remove',
    does: 'The one app may not call the other any more, from its next call on.',
    done: () => 'The connection is removed.',
  },
  archive_api: {
    name: 'Archive',
    does: 'No token is made for the API any more, and its scopes are not shown.',
    done: () => 'The API is archived.',
  },
  clean_up_drops: {
    name: 'Clean up',
    does: 'Drops that are past their time are deleted now, and not within the hour.',
    done: (answer) => `Drops that were deleted: ${textOf(answer, 'deleted_count')}.`,
  },
  create_signal: {
    name: 'Send signals',
    does: 'The address is sent latchkey.ping, and what happens once it has answered that with 2xx. The secret by which it checks the signals is shown once.',
    done: () => 'The address is sent latchkey.ping. Reload the page to see whether it has answered.',
  },
  update_signal: {
    name: 'Change',
    does: 'Another address is sent latchkey.ping before anything else. The types are replaced whole; what is empty stays.',
    done: (answer) => `The subscription of ${textOf(answer, 'url')} is changed.`,
  },
  turn_on_signal: {
    name: 'Send latchkey.ping',
    does: 'A subscription that is off or pending is on once its address has answered with 2xx.',
    done: () => 'The address is sent latchkey.ping. Reload the page to see whether it has answered.',
  },
  rotate_signal_secret: {
    name: 'Make a new secret',
    does: 'The new secret is shown once. For a day the previous one signs as well.',
    done: () => 'The new secret is made.',
  },
  delete_signal: {
    name: 'Delete',
    does: 'No signals are sent to these addresses any more, and what waits for them is dropped.',
    done: () => 'The subscription is deleted.',
  },
  send_mail_again: {
    name: 'Send again',
    does: 'A mail or signal that was sent or is dead is sent once more, while its link is open.',
    done: () => 'It waits to be sent.',
  },
  create_user: {
    name: 'Make an account',
    does: 'The account waits for its person, who is mailed a link.',
    done: (answer) => `The account of ${textOf(answer, 'email')} is made and waits for its person.`,
  },
};
