import { html } from '@latchkey/pages';
import type { DropsMessages } from './en.ts';

export const de: DropsMessages = {
  lead: 'Übergeben Sie ein Geheimnis mit einem Link, der sich einmal öffnen lässt, oder bitten Sie jemanden um eines.',
  make: {
    heading: 'Ein Geheimnis senden',
    text: 'Geheimnis',
    textHint: 'Bis zu 64 KiB Text. Eine Datei senden Sie mit dem Befehl latchkey drop put.',
    passphrase: 'Passphrase (freiwillig)',
    passphraseHint:
      'Mindestens 12 Zeichen. Nennen Sie sie dem Empfänger auf einem anderen Weg, etwa am Telefon.',
    notify: 'E-Mail an mich, wenn es abgeholt wird',
  },
  ask: {
    heading: 'Um ein Geheimnis bitten',
    asks: 'Worum bitten Sie?',
    asksHint: 'Wer den Link öffnet, sieht dies und einen Teil Ihrer E-Mail-Adresse.',
    notify: 'E-Mail an mich, wenn es ausgefüllt ist',
  },
  take: {
    heading: 'Ein erbetenes Geheimnis öffnen',
    link: 'Ihr Link',
    linkHint:
      'Der ganze Link, den Sie erstellt haben, mit dem Teil nach #. Text wird auf der nächsten Seite gezeigt; alles andere speichert Ihr Browser als Datei. Danach ist es hier gelöscht.',
    submit: 'Jetzt öffnen',
  },
  term: 'Wie lange der Link gilt',
  terms: { '3600': '1 Stunde', '86400': '1 Tag', '604800': '7 Tage', '2592000': '30 Tage' },
  label: 'Bezeichnung (freiwillig)',
  labelHint: 'Nur Sie sehen sie, in Ihrer Liste.',
  submit: 'Link erstellen',
  made: {
    heading: 'Ihr Link ist fertig',
    once: 'Er wird nur dieses eine Mal gezeigt. Markieren und kopieren Sie ihn jetzt.',
    receives: 'Was der Empfänger sieht',
    page: (host) =>
      html`Eine Seite auf ${host}. Sie sagt, dass jemand etwas hinterlegt hat, und öffnet es auf Knopfdruck.`,
    passphrase: 'Ein Feld für die Passphrase, die nicht im Link steht.',
    opensOnce:
      'Das Geheimnis öffnet sich einmal. Ein Programm, das den Link nur ansieht, etwa ein E-Mail-Filter, verbraucht nichts.',
    fills: (host) => html`Eine Seite auf ${host}. Sie sagt, worum Sie bitten, und hat ein Feld dafür.`,
    keep: 'Behalten Sie den Link auch selbst: Damit öffnen Sie hier, was ausgefüllt wurde.',
    back: 'Zurück zu Ihren Links',
  },
  opened: {
    heading: 'Das Geheimnis ist geöffnet',
    text: 'Es wurde hier gelöscht und lässt sich nicht noch einmal öffnen. Kopieren Sie, was Sie brauchen, bevor Sie diese Seite verlassen.',
  },
  list: {
    heading: 'Ihre Links',
    none: 'Sie haben keine Links erstellt.',
    unnamed: 'Ohne Bezeichnung',
    until: 'Bis',
    taken: 'Abgeholt',
    takers: { you: 'von Ihnen', account: 'mit einem Konto', nobody: 'ohne Konto' },
    revoke: 'Widerrufen',
    remove: 'Aus der Liste entfernen',
  },
  states: {
    reserved: 'Reserviert',
    asked: 'Noch nicht ausgefüllt',
    filled: 'Ausgefüllt: mit seinem Link zu öffnen',
    active: 'Noch nicht abgeholt',
    consumed: 'Abgeholt',
    revoked: 'Widerrufen',
    expired: 'Abgelaufen',
  },
  notices: {
    drop_revoked: 'Der Link ist widerrufen und sein Geheimnis gelöscht.',
    drop_removed: 'Der Link ist aus der Liste entfernt.',
  },
  problems: {
    secret_missing: 'Geben Sie das Geheimnis ein.',
    secret_long:
      'Dieser Text ist länger als 64 KiB. Senden Sie ihn als Datei, mit dem Befehl latchkey drop put.',
    link_wrong:
      'Dies ist kein Link von Ihnen, oder sein Schlüssel ist falsch. Es wurde nichts verbraucht: Kopieren Sie den ganzen Link.',
    drop_made:
      'Dieses Formular wurde bereits gesendet, und die Antwort darauf zeigte den Link. Wenn Sie den Link nicht haben, widerrufen Sie ihn unten und senden Sie das Formular noch einmal.',
    drop_ended:
      'Hier ist nichts zu öffnen. Es ist noch nicht ausgefüllt, wurde bereits geöffnet oder widerrufen oder ist abgelaufen: Sehen Sie in der Liste nach.',
    drops_full: 'Sie haben so viele Links, wie hier möglich sind. Widerrufen Sie, was Sie nicht brauchen.',
    drop_unknown: 'Es ist nicht sicher, ob das Geheimnis geöffnet wurde: Sehen Sie in der Liste nach.',
    drops_down:
      'Einmal-Links sind gerade nicht erreichbar. Was Sie eingegeben haben, ist nicht verloren: Versuchen Sie es gleich noch einmal.',
  },
  events: {
    drop_made: 'Geheimnis hinterlegt',
    drop_filled: 'Erbetenes Geheimnis eingegeben',
    drop_taken: 'Geheimnis geöffnet',
    drop_closed: 'Zu viele falsche Schlüssel für ein Geheimnis',
    drop_ended: 'Geheimnis zurückgezogen',
    drop_expired: 'Geheimnis abgelaufen',
  },
};
