/** All texts about passkeys in English. Other languages have the same. */
export const en = {
  signIn: 'Use a passkey',
  /** The browser was asked for a passkey and gave none. */
  notUsed: 'No passkey was used. Try again, or sign in with your password.',
  lead: 'A passkey signs you in without your password and a one-time code: by your fingerprint, your face or the lock of your device.',
  none: 'You have no passkeys.',
  count: (count: number) => (count === 0 ? 'none' : String(count)),
  synced: 'Copied to your other devices',
  bound: 'Only on its own device',
  unusable: 'Made for another address of this service; it does not work here',
  added: 'Added',
  lastUsed: 'Last used',
  neverUsed: 'not yet',
  remove: 'Remove',
  addHeading: 'Add a passkey',
  begin: 'Continue',
  name: 'Name of the passkey',
  nameHint: 'By which you will know it, such as “My phone”.',
  create: 'Create the passkey',
  createLead: 'Your browser now asks you where to keep the passkey, and how to unlock it.',
  notCreated: 'No passkey was created. Try again.',
  full: 'You have 20 passkeys, and no more are possible. Remove one before you add another.',
  off: 'This installation has no passkeys, because its address is a number.',
  operatorReset:
    'An operator adds the first passkey within an hour of replacing a temporary password. Ask whoever runs this installation for one (latchkey-user-api operators reset).',
  /** At a new password by a link; under it is a list of names. */
  endLead: 'Passkeys of your account',
  end: 'Remove these passkeys',
  endHint: 'Clear the box only if you know each of them and have lost none.',
  notices: {
    passkey_added: 'The passkey is added. From now on you can sign in with it.',
    passkey_removed: 'The passkey is removed, and signs nobody in any more. Delete it on your device too.',
  },
  problems: {
    passkey_refused: 'This passkey could not be added. Start again.',
    passkey_full: 'Something changed at the same time, or you have this passkey already. Look at the list.',
    passkey_needed:
      'Your account needs a passkey for this. Sign out, sign in with a passkey, and come back within five minutes.',
  },
  events: {
    passkey_added: 'Passkey added',
    passkey_removed: 'Passkey removed',
    passkey_clone: 'A sign-in with a copied passkey was refused',
    passkeys_ended: 'All passkeys removed',
  },
};

export type PasskeyMessages = typeof en;
