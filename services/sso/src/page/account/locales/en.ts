import { html, type Html } from '@latchkey/pages';

/** All texts of the sign-in and of the account page in English. Other languages have the same. */
export const en = {
  login: {
    heading: 'Sign in',
    submit: 'Sign in',
  },
  sections: {
    overview: 'Overview',
    devices: 'Devices and apps',
    browsers: 'Browsers',
    activity: 'Activity',
    sign_in: 'Sign-in',
    organisations: 'Organisations',
    my_data: 'My data',
    email: 'Email address',
    password: 'Password',
    one_time_codes: 'One-time codes',
    recovery_codes: 'Recovery codes',
    new_devices: 'New devices',
    delete: 'Delete my account',
  },
  /** Names the menu for a screen reader. */
  menu: 'Your account',
  older: 'Older',
  newest: 'Back to the newest',
  overview: {
    name: 'Name',
    email: 'Email address',
    recoveryLeft: (count: number) => `${count} left`,
    /** Shown where at most three recovery codes are left, with a link to the section Sign-in. */
    recoveryFew: (count: number) =>
      count === 0
        ? 'You have no recovery codes. Without one you cannot sign in if you lose your authenticator app.'
        : `Few recovery codes are left: ${count}.`,
    on: 'on',
    off: 'off',
    allowed: 'allowed',
    notAllowed: 'not allowed',
    attention: 'What needs your attention',
    unverified: 'Your email address is not verified.',
    askConfirmation: 'Send me an email to verify it',
    devicesOff: 'New devices and apps are not allowed.',
    invitations: (count: string) => `Open invitations: ${count}`,
    /** Shown where one-time codes are off, with a link to the section Sign-in. */
    codesHint: 'One-time codes protect your account when somebody learns your password.',
    connect: 'Connect a device',
  },
  devices: {
    lead: 'These have access to your account because you approved them.',
    none: 'No device or app has access to your account.',
    since: 'Since',
    from: 'From',
    lastUsed: 'Last used',
    waiting: 'approved, but not picked up yet',
    can: 'What it can do',
    end: 'End access',
    endApp: (app: Html) => html`End all access of ${app}`,
  },
  browsers: {
    lead: 'These are signed in to your account.',
    here: 'this browser',
    signedIn: 'Signed in',
    app: 'App',
    end: 'Sign out',
    endOthers: 'End all others',
    endOthersHint: 'The button below signs out every other browser, and ends every device and app.',
  },
  activity: {
    lead: 'What happened to your account. If something here was not you, change your password.',
    none: 'Nothing to show.',
    filter: 'Show',
    all: 'Everything',
    kinds: {
      sign_in: 'Sign-ins',
      devices: 'Devices and apps',
      account: 'Account',
      orgs: 'Organisations',
      apps: 'Apps that you own',
    },
    failures: 'Failures',
    failed: 'failed',
    byOperator: 'by an operator of this installation',
    /** Marks what came from another network and another program than those of the person who looks. */
    unlike: 'from another network and program than yours now',
    /** `who` is an app, and its device where that has a name. */
    gotAccess: (who: Html) => html`${who} got access`,
    wasDenied: (who: Html) => html`${who} was denied access`,
    onDevice: (app: Html, device: Html) => html`${app} on ${device}`,
    /** Marks a device that was approved from another network than its own. */
    otherNetwork: 'approved from another network than its own',
  },
  events: {
    sign_in: 'Sign-in',
    app_session: 'An app used a sign-in of yours',
    sign_up: 'Account created',
    sign_out: 'Signed out',
    session_ended: 'A sign-in was ended',
    others_ended: 'All other sign-ins, devices and apps were ended',
    guessed: 'A sign-in was ended after many wrong passwords or codes',
    over_limit: 'The sign-ins that were unused for longest were ended, because there were too many',
    device_approved: 'A device got access',
    device_denied: 'A device was denied access',
    device_ended: 'The access of a device was ended',
    app_ended: 'All access of an app was ended',
    password_changed: 'Password changed',
    email_requested: 'A change of the email address was asked for',
    email_changed: 'Email address changed',
    email_restored: 'The former email address was put back',
    codes_on: 'One-time codes turned on',
    codes_off: 'One-time codes turned off',
    recovery_used: 'Recovery code used',
    recovery_replaced: 'New recovery codes made',
    devices_on: 'New devices allowed',
    devices_off: 'New devices no longer allowed',
    password_check: 'Check of the password',
    code_check: 'Check of a one-time code',
    locked: 'Account locked for a while',
    client_changed: 'An app of yours was changed',
    connection_changed: 'The connections of an app of yours were changed',
    invitation_accepted: 'Invitation accepted',
    org_people: 'The people of an organisation were changed',
    org_left: 'You left an organisation',
    admin_granted: 'An app got an operator’s power',
    admin_refused: 'An app was refused an operator’s power',
    operator_act: 'You acted as an operator',
    exported: 'Your data was downloaded',
    account_changed: 'Your account was changed',
    sign_in_renewed: 'A newer sign-in in the same browser took the place of an older one',
  },
  signIn: {
    currentPassword: 'Current password',
    changePassword: 'Change password',
    codesOff: 'Now your account signs in with only a password.',
    codesOn: 'A sign-in asks for your password and a one-time code.',
    begin: 'Set up one-time codes',
    scan: 'Scan this picture with the app.',
    secret: 'Or type this secret into the app:',
    confirm: 'Turn on one-time codes',
    disable: 'Turn off one-time codes',
    /** The first code of a new secret, which no recovery code replaces. */
    firstCode: 'One-time code',
    firstCodeHint: 'From your authenticator app.',
    /** Begins another secret while one is in force. */
    replaceApp: 'Set up another authenticator app',
    replaceAppHint:
      'If you have lost your authenticator app, enter a recovery code. Another app takes its place once you have entered its first code.',
    recoveryHint:
      'Each of these codes takes the place of a one-time code, once. Keep them where you will find them without your phone.',
    recoveryShown: 'Write these codes down or copy them now. They are shown only this once.',
    makeRecovery: 'Make new recovery codes',
    makeRecoveryHint: 'Once you make new ones, the recovery codes from before stop working.',
    devicesOn: 'You can connect new devices and apps to your account.',
    devicesOff: 'No new device or app can be connected to your account.',
    stopDevices: 'Allow no new devices',
    allowDevices: 'Allow new devices',
    change: 'Change',
    setUp: 'Set up',
    makeNew: 'Make new',
    stepApp: 'Add this account to your authenticator app',
    /** A link that opens an authenticator app on the device that shows the page. */
    openApp: 'The app is on this device: open it',
    stepCode: 'Enter the code that the app shows',
    stepRecovery: 'Keep your recovery codes',
    stepRecoveryHint: 'The next page shows them. You need one if you lose the app.',
    recoveryLater: 'You get recovery codes when you set up one-time codes.',
    passwordEnds: 'A new password signs out every other browser, and ends every device and app.',
  },
  email: {
    lead: 'We send a link to the new address. Once you follow it, the address is yours. Your sign-ins and devices stay. Your old address gets an email that can undo this for 24 hours.',
    newEmail: 'New email address',
    submit: 'Send the link',
    waiting: (email: Html) =>
      html`${email} becomes your address once you follow the link that was sent to it.`,
    changed: (email: Html) =>
      html`Your address was changed a short time ago. The email to ${email} can put that address back. Until
      then no other change is possible.`,
    until: 'Until',
  },
  organisations: {
    none: 'You belong to no organisation.',
    roles: { owner: 'owner', admin: 'administrator', member: 'member' },
    leave: 'Leave',
    invitations: 'Invitations',
    invitedBy: 'Invited by',
    role: 'Role',
    until: 'Open until',
    accept: 'Accept',
    decline: 'Decline',
  },
  myData: {
    language: 'Language of emails to you',
    save: 'Save',
    export: 'Download my data',
    exportHint: 'You get one file (JSON) with all that Latchkey keeps about you.',
    download: 'Download',
    deleteHint:
      'All your sign-ins, devices and apps end, and so do your memberships and invitations. Apps that you registered stop working. Nobody can undo this. Your email address can be used for a new account then.',
    deleteLater:
      'What you left for others to open stays until its time is over. What happened to your account is kept for 90 days, without your name and address.',
    deleted: 'Your account is deleted',
    deletedHint: 'You are signed out. You can close this page.',
  },
  /** What an act has done. `count` is how many devices, or other browsers, devices and apps ended. */
  notices: {
    email_requested:
      'If nobody else has this address, a link is on its way to it. Your address stays as it is until you follow the link, within 24 hours.',
    device_ended: 'The access has ended.',
    app_ended: (count: number) =>
      count === 1
        ? 'All access of this app has ended. One device lost it.'
        : `All access of this app has ended. ${count} devices lost it.`,
    session_ended: 'This sign-in has ended.',
    others_ended: (count: number) => `All others have ended: ${count}.`,
    ended_before: 'This had ended before.',
    password_changed: (count: number) =>
      `The password is changed. Other sign-ins, devices and apps that ended: ${count}.`,
    codes_on:
      'From now on a sign-in asks for a one-time code. If you lose your authenticator app, use a recovery code.',
    codes_off: 'A sign-in asks for no one-time code any more.',
    recovery_replaced: 'You have ten new recovery codes. Those from before no longer work.',
    devices_on: 'New devices and apps can be connected to your account.',
    devices_off: 'No new device or app can be connected. Those that you approved before stay connected.',
    org_left: 'You no longer belong to this organisation.',
    invitation_accepted: 'You now belong to this organisation.',
    invitation_declined: 'The invitation is declined.',
    confirmation_requested: 'We will send you an email. Follow the link in it to verify your address.',
    mail_off: 'This installation sends no email. Ask an operator to verify your address.',
    profile_changed: 'Saved.',
  },
  /** Why an act did nothing. `wait` is a phrase such as "in 5 minutes". */
  problems: {
    email_invalid: 'Enter another email address that can get mail.',
    credentials_invalid: 'The password or the code is not correct.',
    code_invalid: 'This one-time code is not correct. Enter the one that your authenticator app shows now.',
    last_owner: 'You are the last owner of this organisation. Make somebody else an owner first.',
    owner_of: (org: string) =>
      `You are the last owner of the organisation ${org}. Make somebody else an owner first.`,
    last_root: 'You are the last operator who manages operators. Give somebody else this kind first.',
    unverified: 'Verify your email address first.',
    name_refused: 'A name is one line with a letter or digit in it, of at most 200 characters.',
    changed_meanwhile: 'Something changed at the same time. Look at this page again, then try once more.',
    throttled: (wait: string) => `There were too many attempts. You can try again ${wait}.`,
  },
  skip: 'Skip to the content',
};

export type AccountMessages = typeof en;
