import { html } from '@latchkey/pages';
import type { AppMessages } from './en.ts';

export const fr: AppMessages = {
  onThisComputer: 'une application sur cet ordinateur',
  leadsTo: 'Mène à',
  signIn: {
    lead: (client, place) => html`Pour continuer vers ${client} (${place}).`,
    again: (client, place) => html`Confirmez votre mot de passe pour continuer vers ${client} (${place}).`,
  },
  ask: {
    warningLead: 'N’autorisez ceci que si vous étiez en train de vous connecter à cette application.',
    warning:
      'Elle pourra utiliser votre compte ainsi, jusqu’à ce que vous mettiez fin à son accès dans votre compte.',
    allow: 'Autoriser',
    deny: 'Refuser',
  },
  refused: {
    denied: {
      heading: 'Accès refusé',
      text: (client) => html`${client} n’a obtenu aucun accès à votre compte.`,
    },
    other: {
      heading: 'Cette connexion ne peut pas continuer',
      text: (client) =>
        html`${client} n’a obtenu aucun accès à votre compte. Sa demande a été refusée&nbsp;:`,
    },
    back: (place) => html`Revenir&nbsp;: ${place}`,
  },
  broken: {
    heading: 'Ce lien de connexion ne fonctionne pas',
    text: 'Rien n’a été fait, et vous n’êtes pas redirigé, car l’origine de la demande n’est pas certaine. Revenez à l’application et recommencez. Si cela ne suffit pas, son auteur a besoin de cette phrase\u00a0:',
  },
  waiting: {
    heading: 'Ouvrez cette page pour vous connecter',
    text: 'Elle ne s’ouvre que dans sa propre fenêtre, pas dans une autre page.',
    open: 'Ouvrir',
  },
  leaving: {
    heading: 'Un instant',
    text: 'Vous êtes redirigé. Si rien ne se passe, utilisez ce lien.',
    goOn: 'Continuer',
  },
  signOut: {
    heading: (client) => html`Se déconnecter de ${client} et de ce navigateur&nbsp;?`,
    lead: 'Les autres appareils et applications qui utilisent votre compte restent connectés.',
  },
  connected: 'Connexion',
  roads: { device: 'avec le code d’un appareil', browser: 'dans le navigateur' },
};
