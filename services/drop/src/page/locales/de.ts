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
  problems: {
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
    throttled: {
      heading: 'Zu viele Links wurden geöffnet',
      text: (wait) =>
        `Aus Ihrem Netz wurden in kurzer Zeit viele Drops angesehen. Versuchen Sie es ${wait} erneut.`,
    },
    csrf_failed: {
      heading: 'Diese Seite ist veraltet',
      text: () =>
        'Sie war vielleicht zu lange offen, oder Ihr Browser blockiert Cookies. Es wurde nichts geöffnet. Beginnen Sie von vorn.',
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
