import type { PasskeyMessages } from './en.ts';

export const de: PasskeyMessages = {
  signIn: 'Passkey verwenden',
  notUsed:
    'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.',
  lead: 'Mit einem Passkey melden Sie sich ohne Passwort und ohne Einmalcode an: mit Ihrem Fingerabdruck, Ihrem Gesicht oder der Sperre Ihres Geräts.',
  none: 'Sie haben keine Passkeys.',
  count: (count) => (count === 0 ? 'keine' : String(count)),
  synced: 'Auf Ihre anderen Geräte kopiert',
  bound: 'Nur auf einem Gerät',
  unusable: 'Für eine andere Adresse dieses Dienstes erstellt; hier funktioniert er nicht',
  added: 'Hinzugefügt',
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'noch nicht',
  remove: 'Entfernen',
  addHeading: 'Passkey hinzufügen',
  begin: 'Weiter',
  name: 'Name des Passkeys',
  nameHint: 'An dem Sie ihn erkennen, zum Beispiel „Mein Telefon“.',
  create: 'Passkey erstellen',
  createLead: 'Ihr Browser fragt Sie jetzt, wo der Passkey aufbewahrt und wie er entsperrt wird.',
  notCreated: 'Es wurde kein Passkey erstellt. Versuchen Sie es noch einmal.',
  full: 'Sie haben 20 Passkeys, mehr sind nicht möglich. Entfernen Sie einen, bevor Sie einen anderen hinzufügen.',
  off: 'Diese Installation hat keine Passkeys, weil ihre Adresse eine Zahl ist.',
  operatorReset:
    'Ein Betreiber fügt den ersten Passkey innerhalb einer Stunde hinzu, nachdem er ein vorläufiges Passwort ersetzt hat. Lassen Sie sich eines von der Person geben, die diese Installation betreibt (latchkey-user-api operators reset).',
  endLead: 'Passkeys Ihres Kontos',
  end: 'Diese Passkeys entfernen',
  endHint: 'Nehmen Sie das Häkchen nur heraus, wenn Sie jeden davon kennen und keinen verloren haben.',
  notices: {
    passkey_added: 'Der Passkey ist hinzugefügt. Ab jetzt können Sie sich mit ihm anmelden.',
    passkey_removed:
      'Der Passkey ist entfernt, und niemand kann sich mehr mit ihm anmelden. Löschen Sie ihn auch auf Ihrem Gerät.',
  },
  problems: {
    passkey_refused: 'Dieser Passkey konnte nicht hinzugefügt werden. Fangen Sie noch einmal an.',
    passkey_full:
      'Gleichzeitig hat sich etwas geändert, oder Sie haben diesen Passkey schon. Sehen Sie in der Liste nach.',
    passkey_needed:
      'Dafür braucht Ihr Konto einen Passkey. Melden Sie sich ab, melden Sie sich mit einem Passkey an, und kommen Sie innerhalb von fünf Minuten zurück.',
  },
  events: {
    passkey_added: 'Passkey hinzugefügt',
    passkey_removed: 'Passkey entfernt',
    passkey_clone: 'Eine Anmeldung mit einem kopierten Passkey wurde abgelehnt',
    passkeys_ended: 'Alle Passkeys entfernt',
  },
};
