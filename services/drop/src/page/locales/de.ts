import type { Messages } from './en.ts';

export const de: Messages = {
  form: {
    heading: 'Inhalt zum einmaligen Öffnen',
    lead: 'Jemand hat dies für Sie hinterlegt. Es lässt sich einmal öffnen und wird dann hier gelöscht. Text wird auf der nächsten Seite gezeigt; alles andere speichert Ihr Browser als Datei, und diese Seite bleibt dann, wie sie ist.',
    key: 'Schlüssel',
    keyHint: 'Er kam mit dem Link oder auf einem anderen Weg.',
    keyCame: 'Der Schlüssel kam mit dem Link',
    submit: 'Jetzt öffnen',
    sent: 'Ihr Browser öffnet den Inhalt. Wenn er eine Datei gespeichert hat, ist der Inhalt hier gelöscht, und Sie können diese Seite schließen.',
  },
  opened: {
    heading: 'Der Inhalt ist geöffnet',
    text: 'Er wurde hier gelöscht und lässt sich nicht noch einmal öffnen. Kopieren Sie, was Sie brauchen, bevor Sie diese Seite schließen.',
    copy: 'Text kopieren',
    copied: 'Kopiert',
  },
  fill: {
    heading: 'Ein Geheimnis übergeben',
    never: 'Nie eines Ihrer Passwörter.',
    neverMore:
      'Wer hier danach fragt, meint es nicht gut mit Ihnen: Geben Sie nur ein, was zum Übergeben gemacht ist.',
    who: 'Wer bittet',
    org: 'die Organisation {name}',
    app: 'die App {name}',
    what: 'Wofür',
    until: 'Bis',
    text: 'Das Geheimnis',
    textHint:
      'Es wird mit dem Schlüssel Ihres Links versiegelt. Nur wer darum bittet, kann es öffnen, einmal.',
    submit: 'Übergeben',
    sent: 'Ihr Browser sendet das Geheimnis.',
    report: 'Sie wissen nicht, wer da bittet, oder finden es seltsam? Schließen Sie diese Seite, und',
    reportLink: 'melden Sie es',
  },
  filled: {
    heading: 'Das Geheimnis ist übergeben',
    text: 'Nur wer darum gebeten hat, kann es jetzt öffnen. Sie können diese Seite schließen.',
  },
  problems: {
    text_missing: 'Geben Sie das Geheimnis ein.',
    key_missing: 'Geben Sie den Schlüssel ein.',
    key_wrong:
      'Dieser Schlüssel ist falsch. Es wurde nichts verbraucht: Prüfen Sie den Schlüssel und versuchen Sie es erneut.',
  },
  ended: {
    nothing: {
      heading: 'Dieser Link führt nirgendwohin',
      text: () =>
        'Der Link ist vielleicht falsch geschrieben, oder was er zeigte, gibt es nicht mehr. Bitten Sie den Absender um einen neuen.',
    },
    expired: {
      heading: 'Dieser Inhalt ist abgelaufen',
      text: () =>
        'Niemand hat ihn rechtzeitig geöffnet, und er wurde gelöscht. Bitten Sie den Absender um einen neuen Link.',
    },
    not_active: {
      heading: 'Diesen Inhalt gibt es nicht mehr',
      text: () =>
        'Er wurde bereits geöffnet oder vom Besitzer beendet. Wenn Sie ihn nicht geöffnet haben, sagen Sie es dem Absender: Vielleicht hat ihn jemand anders gelesen.',
    },
    attempts_limited: {
      heading: 'Zu viele falsche Schlüssel',
      text: (wait) =>
        `Das Öffnen dieses Drops ist hier angehalten, und nichts wurde verbraucht. Versuchen Sie es ${wait} erneut.`,
    },
    lapsed: {
      heading: 'Auf dieses Geheimnis wartet niemand mehr',
      text: () => 'Es wurde nicht rechtzeitig eingegeben. Bitten Sie den Absender um einen neuen Link.',
    },
    filled_before: {
      heading: 'Hier lässt sich nichts mehr eingeben',
      text: () =>
        'Jemand hat es schon eingegeben, oder die Bitte wurde beendet. Wenn Sie es nicht waren, sagen Sie es dem Absender des Links: Vielleicht hat ihn jemand anders benutzt.',
    },
    fill_paused: {
      heading: 'Zu viele falsche Schlüssel',
      text: (wait) =>
        `Das Eingeben ist hier angehalten, und nichts wurde verbraucht. Versuchen Sie es ${wait} erneut.`,
    },
    full: {
      heading: 'Beim Empfänger ist kein Platz dafür',
      text: () =>
        'Es wurde nichts übergeben. Sagen Sie es dem Absender des Links: Erst müssen andere Geheimnisse geöffnet oder gelöscht werden.',
    },
    fill_unknown: {
      heading: 'Es ist nicht sicher, ob das Geheimnis übergeben wurde',
      text: () =>
        'Die Verbindung zu unserer Datenbank brach im falschen Moment ab. Beginnen Sie noch einmal: Wenn sich nichts mehr eingeben lässt, wurde es übergeben.',
    },
    too_large: {
      heading: 'Das ist zu lang für diese Seite',
      text: (limit: string) =>
        `Gesendet wurden mehr als ${limit}; so viel nimmt diese Seite höchstens. Es wurde nichts geöffnet oder übergeben. Dateien und lange Texte übergibt der Befehl „latchkey drop fill“.`,
    },
    throttled: {
      heading: 'Zu viele Links wurden geöffnet',
      text: (wait) =>
        `Aus Ihrem Netz wurden in kurzer Zeit viele Drops angesehen. Versuchen Sie es ${wait} erneut.`,
    },
    csrf_failed: {
      heading: 'Diese Seite ist veraltet',
      text: () =>
        'Sie war vielleicht zu lange offen, oder Ihr Browser blockiert Cookies. Es wurde nichts geöffnet oder übergeben. Beginnen Sie von vorn.',
    },
    outcome_unknown: {
      heading: 'Es ist nicht sicher, ob der Inhalt geöffnet wurde',
      text: () =>
        'Die Verbindung zu unserer Datenbank brach im falschen Moment ab. Versuchen Sie es erneut: Wenn es den Inhalt nicht mehr gibt, bitten Sie den Absender um einen neuen Link.',
    },
    unavailable: {
      heading: 'Diese Seite ist gerade nicht verfügbar',
      text: (wait) => `Das Problem liegt bei uns. Bitte versuchen Sie es ${wait} erneut.`,
    },
  },
};
