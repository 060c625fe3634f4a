import { html } from '@latchkey/pages';
import { de as accountPage } from '../account/locales/de.ts';
import { de as appPages } from '../apps/locales/de.ts';
import { de as doorPages } from '../doors/locales/de.ts';
import { de as dropWords } from '../drops/locales/de.ts';
import { de as passkeyWords } from '../passkeys/locales/de.ts';
import type { Messages } from './en.ts';

export const de: Messages = {
  unnamedClient: 'Unbenannte App',
  enter: {
    heading: 'Gerät verbinden',
    headingFor: (client) => html`${client} bittet um Zugriff auf Ihr Konto`,
    lead: 'Geben Sie den Code ein, den Ihr Gerät oder Ihre App anzeigt, und melden Sie sich an. Sie sehen, worum es geht, bevor etwas freigegeben wird.',
    leadFor:
      'Melden Sie sich an, um die Anfrage zu prüfen. Freigegeben wird erst, wenn Sie auf der nächsten Seite zustimmen.',
    code: 'Code',
    codeHint: '8 Buchstaben, zum Beispiel BCDF-GHJK.',
    codeHintFor: 'Prüfen Sie, ob Ihr Gerät genau diesen Code anzeigt.',
    codeWarning: 'Verwenden Sie nie einen Code, den Ihnen jemand geschickt oder vorgelesen hat.',
    email: 'E-Mail-Adresse',
    signedInAs: (account) => html`Angemeldet als ${account}`,
    otherAccount: 'Anderes Konto verwenden',
    password: 'Passwort',
    addressCheck: (host) =>
      html`Prüfen Sie vor der Eingabe, ob in der Adresszeile Ihres Browsers ${host} steht.`,
    oneTimeCode: 'Einmalcode oder Wiederherstellungscode',
    oneTimeCodeOffer: 'Mein Konto verwendet einen Einmalcode',
    oneTimeCodeHint: 'Aus Ihrer Authenticator-App, oder einer Ihrer Wiederherstellungscodes.',
    newPassword: 'Neues Passwort',
    newPasswordAgain: 'Neues Passwort wiederholen',
    submit: 'Weiter',
    leadSignedIn:
      'Bestätigen Sie Ihr Passwort, um diese Anfrage zu sehen. Freigegeben wird erst, wenn Sie auf der nächsten Seite zustimmen.',
  },
  choosePassword: {
    heading: 'Wählen Sie Ihr Passwort',
    lead: (account) =>
      html`Sie haben sich als ${account} mit einem vorläufigen Passwort angemeldet. Wählen Sie ein eigenes: Ab
      jetzt melden Sie sich damit an.`,
  },
  request: {
    scopesLead: 'Die App könnte damit:',
    scopesFold: (count) => `${count} weitere anzeigen`,
    account: 'Konto',
    registered: 'Registriert',
    byInstallation: 'Teil dieses Dienstes',
    byOrg: (name) => html`von ${name}`,
    byPerson: 'von einer Person',
    device: 'Gerät',
    callsItself: (name) => html`nennt sich ${name}`,
    requestedAt: 'Angefragt',
    requestedFrom: 'Von',
    fromDevice: (name) => html`einem Gerät, das sich ${name} nennt`,
    fromProgram: (name) => html`mit ${name}`,
    sameNetwork: 'im Netz dieses Browsers',
    otherNetwork: 'in einem anderen Netz als dieser Browser',
    visitorFrom: 'Von, laut der App',
    worksAt: 'Gilt bei',
    details: 'Einzelheiten',
  },
  scopes: {
    openid: 'erkennen, welches Konto Ihres ist',
    profile: 'Ihren Namen und Ihr Profil sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    groups: 'sehen, zu welchen Gruppen Sie gehören',
    offline_access: 'verbunden bleiben, auch wenn Sie sie nicht benutzen',
    account: 'Ihre Sitzungen, Geräte und Apps sehen und beenden und ändern, wie Sie sich anmelden',
    clients: 'die von Ihnen registrierten Apps und deren Verbindungen verwalten',
    orgs: 'die Personen Ihrer Organisationen sehen und verwalten',
    admin: 'alle Benutzer und deren Daten verwalten',
    drops: 'Inhalte zum einmaligen Öffnen für Sie ablegen, lesen und löschen',
    other: (scope) => html`die Berechtigung ${scope} nutzen`,
    identity: 'erkennen, wer Sie sind: Name, Profil und E-Mail-Adresse',
  },
  confirm: {
    title: 'Zugriff bestätigen',
    heading: (client) => html`Darf ${client} Ihr Konto verwenden?`,
    headingAdmin: (client) => html`Darf ${client} hier 10 Minuten lang alles verwalten?`,
    codeCheck: 'Ihr Gerät muss diesen Code anzeigen',
    warningLead: 'Fahren Sie nur fort, wenn Sie dies selbst auf Ihrem eigenen Gerät begonnen haben.',
    warning: (house) => `Niemand von ${house} wird Sie je nach diesem Code fragen.`,
    otherNetwork:
      'Ihr Gerät und dieser Browser sind in verschiedenen Netzen. Lehnen Sie ab, wenn Sie das nicht erwarten.',
    approve: 'Zulassen',
    deny: 'Ablehnen',
  },
  adminRefused: {
    not_operator:
      'Die App möchte außerdem alle Benutzer und deren Daten verwalten. Das erhält sie nicht, weil Ihr Konto kein Betreiberkonto ist.',
    no_one_time_code:
      'Die App möchte außerdem alle Benutzer und deren Daten verwalten. Das erhält sie nicht, weil Sie sich ohne Einmalcode und ohne Passkey angemeldet haben. Richten Sie eines davon für Ihr Konto ein und verbinden Sie sie dann erneut.',
    no_passkey:
      'Die App möchte außerdem alle Benutzer und deren Daten verwalten. Das erhält sie nicht, weil Sie sich ohne Passkey angemeldet haben. Melden Sie sich mit einem Passkey an und verbinden Sie sie dann erneut.',
    other_network:
      'Die App möchte außerdem alle Benutzer und deren Daten verwalten. Das erhält sie nicht, weil Ihr Gerät und dieser Browser in verschiedenen Netzen sind. Beginnen Sie erneut auf einem Gerät in diesem Netz oder bitten Sie die Betreiber dieser Installation, beide Netze als einen Ort einzutragen.',
    device_off:
      'Die App möchte außerdem alle Benutzer und deren Daten verwalten. Das erhält sie nicht, weil hier kein Gerät das darf.',
    no_confirmation:
      'Die App möchte außerdem alle Benutzer und deren Daten verwalten. Das erhält sie nicht, weil das Gerät nicht nach der Zahl fragen kann, die hier darauf einzugeben ist. Aktualisieren Sie die App und verbinden Sie sie dann erneut.',
  },
  number: {
    heading: 'Tippen Sie diese Zahl auf Ihrem Gerät ein',
    lead: (client) => html`${client} erhält Zugriff auf Ihr Konto, sobald diese Zahl dort eingegeben ist.`,
    label: 'Zahl',
    warningLead: 'Tippen Sie sie nur auf dem Gerät ein, das vor Ihnen steht.',
    warning: (house) => `Niemand von ${house} fragt danach.`,
    noDevice: 'Wenn kein Gerät vor Ihnen nach einer Zahl fragt, wählen Sie „Abbrechen“.',
    stop: 'Abbrechen',
    look: 'Noch einmal nachsehen',
  },
  done: {
    approved: {
      heading: 'Zugriff zugelassen',
      text: (client) =>
        html`${client} kann Ihr Konto jetzt verwenden. Sie können diese Seite schließen und zu Ihrem Gerät
        zurückkehren.`,
    },
    denied: {
      heading: 'Zugriff abgelehnt',
      text: (client) =>
        html`${client} hat keinen Zugriff auf Ihr Konto erhalten. Sie können diese Seite schließen und müssen
        nichts weiter tun.`,
    },
  },
  failed: {
    not_found: {
      heading: 'Hier gibt es keine Seite',
      text: () => 'Prüfen Sie die Adresse auf Tippfehler, oder gehen Sie von einer dieser Seiten aus weiter.',
    },
    code_invalid: {
      heading: 'Dieser Code funktioniert nicht',
      text: () =>
        'Er ist vielleicht vertippt, abgelaufen oder schon verwendet. Lassen Sie sich auf Ihrem Gerät einen neuen Code anzeigen und versuchen Sie es noch einmal.',
    },
    other_network: {
      heading: 'Diese App lässt sich nur aus der Nähe verbinden',
      text: () =>
        'Das Gerät und dieser Browser sind in verschiedenen Netzwerken, und diese App erlaubt das nicht. Es wurde nichts freigegeben. Öffnen Sie diese Seite in einem Browser im Netzwerk Ihres Geräts, zum Beispiel im selben WLAN.',
    },
    device_sign_in_off: {
      heading: 'Ihr Konto lässt keine neuen Geräte zu',
      text: () =>
        'Das haben Sie für Ihr Konto ausgeschaltet. Es wurde nichts freigegeben. Wenn Sie dieses Gerät verbinden möchten, lassen Sie Geräte in Ihrem Konto wieder zu und beginnen Sie hier von vorn. Wenn Sie das nicht begonnen haben, müssen Sie nichts weiter tun.',
    },
    attempts_exhausted: {
      heading: 'Diese Anfrage wurde geschlossen',
      text: () =>
        'Für diesen Code gab es zu viele fehlgeschlagene Anmeldeversuche. Es wurde nichts freigegeben. Für einen neuen Versuch brauchen Sie einen neuen Code von Ihrem Gerät.',
    },
    number_wrong: {
      heading: 'Die Zahl war falsch',
      text: () =>
        'Auf dem Gerät wurde zweimal eine falsche Zahl eingegeben, deshalb hat es keinen Zugriff erhalten. Für einen neuen Versuch brauchen Sie einen neuen Code von Ihrem Gerät. Wenn nicht Sie sie eingegeben haben, wollte jemand anderes in Ihr Konto gelangen.',
    },
    too_large: {
      heading: 'Das ist zu lang',
      text: (limit: string) =>
        `Gesendet wurden mehr als ${limit}; so viel nimmt diese Seite höchstens. Es wurde nichts geändert.`,
    },
    csrf_mismatch: {
      heading: 'Diese Seite ist nicht mehr aktuell',
      text: () =>
        'Sie war vielleicht zu lange geöffnet, oder Ihr Browser blockiert Cookies. Es wurde nichts geändert. Beginnen Sie bitte noch einmal.',
    },
    throttled: {
      heading: 'Zu viele Versuche',
      text: (wait) =>
        `Zum Schutz der Konten ist die Anmeldung hier vorübergehend gesperrt. Sie können es ${wait} wieder versuchen.`,
    },
    too_many_approvals: {
      heading: 'Zu viele Geräte in einer Stunde',
      text: (wait) =>
        `Ihr Konto hat die Grenze für Geräte in einer Stunde erreicht. Es wurde nichts freigegeben. Sie können es ${wait} noch einmal versuchen. Wenn Sie nicht alle selbst verbunden haben, ändern Sie Ihr Passwort.`,
    },
    unavailable: {
      heading: (house) => `${house} ist gerade nicht erreichbar`,
      text: (wait) =>
        `Das Problem liegt bei uns, und es wurde nichts freigegeben. Bitte versuchen Sie es ${wait} noch einmal.`,
    },
  },
  session: {
    title: 'Ihre Anmeldung',
    lead: 'Melden Sie sich ab, wenn auch andere diesen Browser benutzen. Geräte und Apps, die Sie freigegeben haben, bleiben verbunden.',
    signOut: 'Abmelden',
    signedOut: 'Sie sind abgemeldet',
  },
  newPassword: {
    hint: (least) =>
      `Mindestens ${least} Zeichen. Kein weit verbreitetes Passwort und weder Ihr Name noch Ihre Adresse.`,
    new_password_short: (least) => `Dieses Passwort ist zu kurz. Verwenden Sie mindestens ${least} Zeichen.`,
    new_password_long: 'Dieses Passwort ist zu lang. Verwenden Sie höchstens 256 Zeichen.',
    new_password_common:
      'Dieses Passwort ist weit verbreitet und deshalb leicht zu erraten. Wählen Sie ein anderes.',
    new_password_own_name: (house) =>
      `Dieses Passwort ist Ihr Name, Ihre Adresse oder „${house}“. Wählen Sie ein anderes.`,
    new_password_same: 'Das ist Ihr altes Passwort. Wählen Sie ein neues.',
    new_passwords_differ:
      'Die beiden neuen Passwörter sind verschieden. Geben Sie das neue zweimal gleich ein.',
  },
  errors: {
    code_missing: 'Geben Sie den Code ein, den Ihr Gerät anzeigt.',
    code_invalid:
      'Dieser Code funktioniert nicht. Er ist vielleicht vertippt, abgelaufen oder schon verwendet. Prüfen Sie ihn oder lassen Sie sich auf Ihrem Gerät einen neuen anzeigen.',
    code_from_address:
      'Für diese Anfrage wird kein Code aus einem Link übernommen. Tippen Sie den Code ein, den Ihr eigenes Gerät anzeigt.',
    email_missing: 'Geben Sie Ihre E-Mail-Adresse ein.',
    password_missing: 'Geben Sie Ihr Passwort ein.',
    password_wrong: 'Dieses Passwort ist nicht richtig.',
    credentials_invalid: 'E-Mail-Adresse, Passwort oder Einmalcode ist nicht richtig.',
    one_time_code_required:
      'Für dieses Konto brauchen Sie einen Einmalcode. Geben Sie ihn zusammen mit Ihrem Passwort ein.',
    passkey_refused:
      'Dieser Passkey wurde nicht angenommen. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
    passkey_expired: 'Diese Seite war zu lange offen oder wurde schon benutzt. Versuchen Sie es noch einmal.',
    sign_in_expired: 'Die Wahl eines Passworts hat zu lange gedauert. Melden Sie sich noch einmal an.',
    account_mismatch:
      'In diesem Browser ist ein anderes Konto angemeldet. Fahren Sie mit dem hier gezeigten Konto fort oder melden Sie sich zuerst ab.',
    confirmation_expired:
      'Diese Bestätigung wurde schon verwendet, hat zu lange gedauert oder ist ungültig geworden, weil Sie sich abgemeldet, neu angemeldet oder Ihr Passwort geändert haben. Falls Ihr Gerät noch nicht verbunden ist, melden Sie sich bitte noch einmal an.',
  },
  account: accountPage,
  apps: appPages,
  doors: doorPages,
  passkeys: passkeyWords,
  drops: dropWords,
};
