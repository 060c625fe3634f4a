import { html } from '@latchkey/pages';
import type { DoorMessages } from './en.ts';

const back =
  'Sie sind in diesem Browser angemeldet. Wenn Sie auf einem anderen Gerät oder in einem anderen Browser begonnen haben, machen Sie dort weiter.';

export const de: DoorMessages = {
  forgot: 'Passwort vergessen?',
  create: 'Konto erstellen',
  quote: (text) => html`„${text}“`,
  goOn: 'Weiter',
  ask: {
    signup: {
      heading: 'Konto erstellen',
      lead: 'Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen einen Link, mit dem Sie Ihr Konto erstellen.',
    },
    reset: {
      heading: 'Neues Passwort festlegen',
      lead: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort festlegen.',
    },
    ended:
      'Der Link, den Sie geöffnet haben, ist abgelaufen oder wurde schon benutzt. Hier können Sie einen neuen anfordern.',
    submit: 'Link senden',
  },
  sent: {
    heading: 'Sehen Sie in Ihr Postfach',
    signup: (email) =>
      html`Eine E-Mail an ${email} ist unterwegs. Öffnen Sie den Link darin innerhalb von 24 Stunden.`,
    reset: (email) =>
      html`Wenn es ein Konto für ${email} gibt, ist eine E-Mail dorthin unterwegs. Öffnen Sie den Link darin
      innerhalb von 30 Minuten.`,
    missing:
      'Nach einigen Minuten noch keine E-Mail? Sehen Sie im Spam-Ordner nach und prüfen Sie die Adresse.',
    otherAddress: 'Andere Adresse verwenden',
    whenDone: 'Wenn Sie dem Link gefolgt sind, können Sie hier weitermachen.',
  },
  noMail: {
    heading: 'Es kann keine E-Mail gesendet werden',
    text: 'Diese Installation versendet keine E-Mails. Bitten Sie einen Betreiber dieser Installation um Hilfe.',
  },
  closed: {
    invited: {
      heading: 'Sie brauchen eine Einladung',
      text: 'Konten gibt es für Personen, die eingeladen wurden. Wenn Sie eine Einladung per E-Mail haben, öffnen Sie den Link darin.',
    },
    off: {
      heading: 'Hier wird kein Konto erstellt',
      text: 'Bitten Sie einen Betreiber dieser Installation um Hilfe.',
    },
  },
  waiting: {
    heading: 'Öffnen Sie Ihren Link',
    text: 'Es ist noch nichts geschehen. Öffnen Sie mit der Schaltfläche den Link aus Ihrer E-Mail.',
    open: 'Link öffnen',
  },
  noLink: {
    heading: 'Öffnen Sie den Link in Ihrer E-Mail',
    text: 'Dieser Browser hat keinen Link für diese Seite: Er wurde benutzt oder vor mehr als 15 Minuten geöffnet. Wenn Sie nicht fertig sind, öffnen Sie den Link in Ihrer E-Mail noch einmal.',
  },
  ended: {
    heading: 'Dieser Link funktioniert nicht mehr',
    signup:
      'Er ist abgelaufen oder wurde schon benutzt. Wenn Sie Ihr Konto damit erstellt haben, melden Sie sich an.',
    invitation:
      'Die Einladung wurde beantwortet, zurückgezogen oder ist abgelaufen. Wenn Sie sie nicht beantwortet haben, bitten Sie die Person, die Sie eingeladen hat, um eine neue.',
    confirm:
      'Er ist abgelaufen oder wurde schon benutzt. Wenn Sie Ihre Adresse bestätigt haben, müssen Sie nichts weiter tun. Sonst können Sie in Ihrem Konto einen neuen Link anfordern.',
    restore:
      'Er ist abgelaufen oder wurde schon benutzt. Wenn Sie selbst die Adresse wiederhergestellt haben, wählen Sie jetzt ein neues Passwort.',
  },
  isFor: (email) => html`Dieser Link ist für ${email}.`,
  signUp: {
    heading: 'Ihr Konto erstellen',
    name: 'Ihr Name',
    nameHint: 'Die Personen Ihrer Organisationen sehen ihn.',
    passwordAgain: 'Passwort wiederholen',
    submit: 'Konto erstellen',
  },
  reset: {
    ends: 'Ein neues Passwort meldet jeden Browser ab und beendet jedes Gerät und jede App.',
    submit: 'Passwort festlegen',
  },
  invitation: {
    heading: 'Sie sind eingeladen',
    org: 'Organisation',
    by: 'Eingeladen von',
  },
  signIn: {
    heading: 'Sie haben schon ein Konto',
    text: 'Melden Sie sich mit dieser Adresse an, um weiterzumachen.',
  },
  otherAccount: {
    heading: 'Ein anderes Konto ist angemeldet',
    text: 'Es ist nichts geschehen. Um mit dem Link weiterzumachen, melden Sie sich zuerst ab.',
  },
  confirm: { heading: 'Adresse bestätigen', submit: 'Diese Adresse bestätigen' },
  restore: {
    heading: 'Diese Adresse wiederherstellen',
    lead: 'Jemand, der Ihr Passwort kannte, hat Ihrem Konto eine andere Adresse gegeben. Dies stellt die Adresse wieder her und beendet Ihr Passwort, alle Anmeldungen, Geräte und Apps. Danach wählen Sie ein neues Passwort.',
    submit: 'Adresse wiederherstellen',
  },
  done: {
    signed_up: { heading: 'Ihr Konto ist bereit', text: back },
    password_set: { heading: 'Ihr Passwort ist festgelegt', text: back },
    accepted: { heading: 'Einladung angenommen', text: 'Sie gehören jetzt zu dieser Organisation.' },
    declined: { heading: 'Einladung abgelehnt', text: 'Sie wurden nicht in diese Organisation aufgenommen.' },
    confirmed: { heading: 'Adresse bestätigt', text: 'Danke. Sie müssen nichts weiter tun.' },
    restored: {
      heading: 'Ihre Adresse ist wiederhergestellt',
      text: 'Alle Anmeldungen sind beendet, und das alte Passwort gilt nicht mehr. Wählen Sie jetzt ein neues.',
    },
  },
  welcome: {
    signed_up: 'Ihr Konto ist bereit.',
    joined: (org) => html`Ihr Konto ist bereit. Sie gehören jetzt zu ${org}.`,
    password_set: 'Ihr neues Passwort ist festgelegt.',
  },
  throttled: {
    heading: 'Zu viele E-Mails',
    text: (wait) => `Es wurden zu viele Links angefordert. Sie können ${wait} wieder einen anfordern.`,
  },
  errors: {
    email_invalid: 'Das ist keine E-Mail-Adresse. Prüfen Sie Ihre Eingabe.',
    name_refused: 'Geben Sie einen Namen in einer Zeile ein, der einen Buchstaben oder eine Ziffer enthält.',
    link_code_invalid:
      'Dieser Code stimmt nicht. Geben Sie den ein, den Ihre Authenticator-App jetzt anzeigt, oder einen Wiederherstellungscode, den Sie noch nicht benutzt haben.',
  },
};
