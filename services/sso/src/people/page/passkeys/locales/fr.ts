import type { PasskeyMessages } from './en.ts';

export const fr: PasskeyMessages = {
  signIn: 'Utiliser une clé d’accès',
  notUsed: 'Aucune clé d’accès n’a été utilisée. Réessayez, ou connectez-vous avec votre mot de passe.',
  lead: 'Une clé d’accès vous connecte sans mot de passe et sans code à usage unique : avec votre empreinte, votre visage ou le verrouillage de votre appareil.',
  none: 'Vous n’avez aucune clé d’accès.',
  count: (count) => (count === 0 ? 'aucune' : String(count)),
  synced: 'Copiée sur vos autres appareils',
  bound: 'Uniquement sur son appareil',
  unusable: 'Créée pour une autre adresse de ce service ; elle ne fonctionne pas ici',
  added: 'Ajoutée',
  lastUsed: 'Dernière utilisation',
  neverUsed: 'pas encore',
  remove: 'Supprimer',
  addHeading: 'Ajouter une clé d’accès',
  begin: 'Continuer',
  name: 'Nom de la clé d’accès',
  nameHint: 'Auquel vous la reconnaîtrez, par exemple « Mon téléphone ».',
  create: 'Créer la clé d’accès',
  createLead:
    'Votre navigateur vous demande maintenant où garder la clé d’accès et comment la déverrouiller.',
  notCreated: 'Aucune clé d’accès n’a été créée. Réessayez.',
  full: 'Vous avez 20 clés d’accès, le maximum possible. Supprimez-en une avant d’en ajouter une autre.',
  off: 'Cette installation n’a pas de clés d’accès, car son adresse est un nombre.',
  operatorReset:
    'Un opérateur ajoute la première clé d’accès dans l’heure qui suit le remplacement d’un mot de passe provisoire. Demandez-en un à la personne qui gère cette installation (latchkey-user-api operators reset).',
  endLead: 'Clés d’accès de votre compte',
  end: 'Supprimer ces clés d’accès',
  endHint: 'Décochez la case uniquement si vous connaissez chacune d’elles et n’en avez perdu aucune.',
  notices: {
    passkey_added: 'La clé d’accès est ajoutée. Vous pouvez désormais vous connecter avec elle.',
    passkey_removed:
      'La clé d’accès est supprimée et ne connecte plus personne. Supprimez-la aussi sur votre appareil.',
  },
  problems: {
    passkey_refused: 'Cette clé d’accès n’a pas pu être ajoutée. Recommencez.',
    passkey_full:
      'Quelque chose a changé en même temps, ou vous avez déjà cette clé d’accès. Regardez la liste.',
    passkey_needed:
      'Pour cela, votre compte a besoin d’une clé d’accès. Déconnectez-vous, connectez-vous avec une clé d’accès et revenez dans les cinq minutes.',
  },
  events: {
    passkey_added: 'Clé d’accès ajoutée',
    passkey_removed: 'Clé d’accès supprimée',
    passkey_clone: 'Une connexion avec une clé d’accès copiée a été refusée',
    passkeys_ended: 'Toutes les clés d’accès supprimées',
  },
};
