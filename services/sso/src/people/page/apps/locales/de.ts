import { html } from '@latchkey/pages';
import type { AppMessages } from './en.ts';

export const de: AppMessages = {
  onThisComputer: 'eine App auf diesem Computer',
  leadsTo: 'Führt zu',
  signIn: {
    lead: (client, place) => html`Weiter zu ${client} (${place}).`,
    again: (client, place) => html`Bestätigen Sie Ihr Passwort, um weiter zu ${client} (${place}) zu gehen.`,
  },
  ask: {
    warningLead: 'Erlauben Sie dies nur, wenn Sie sich gerade bei dieser App anmelden wollten.',
    warning: 'Sie kann Ihr Konto so benutzen, bis Sie den Zugriff in Ihrem Konto beenden.',
    allow: 'Zulassen',
    deny: 'Ablehnen',
  },
  refused: {
    denied: {
      heading: 'Zugriff abgelehnt',
      text: (client) => html`${client} hat keinen Zugriff auf Ihr Konto erhalten.`,
    },
    other: {
      heading: 'Diese Anmeldung geht nicht weiter',
      text: (client) =>
        html`${client} hat keinen Zugriff auf Ihr Konto erhalten. Die Anfrage wurde abgelehnt:`,
    },
    back: (place) => html`Zurück: ${place}`,
  },
  broken: {
    heading: 'Dieser Anmelde-Link funktioniert nicht',
    text: 'Es ist nichts geschehen, und Sie werden nicht weitergeleitet, weil nicht sicher ist, woher die Anfrage kam. Gehen Sie zurück zur App und beginnen Sie dort erneut. Wenn das nicht hilft, braucht der Hersteller der App diesen Satz:',
  },
  waiting: {
    heading: 'Öffnen Sie diese Seite, um sich anzumelden',
    text: 'Sie öffnet sich nur in einem eigenen Fenster, nicht innerhalb einer anderen Seite.',
    open: 'Öffnen',
  },
  leaving: {
    heading: 'Einen Moment',
    text: 'Sie werden weitergeleitet. Wenn nichts geschieht, benutzen Sie diesen Link.',
    goOn: 'Weiter',
  },
  signOut: {
    heading: (client) => html`Bei ${client} und in diesem Browser abmelden?`,
    lead: 'Andere Geräte und Apps, die Ihr Konto benutzen, bleiben verbunden.',
  },
  connected: 'Verbunden',
  roads: { device: 'mit dem Code eines Geräts', browser: 'durch Anmeldung im Browser' },
};
