import { html } from '@latchkey/pages';
import type { DropsMessages } from './en.ts';

export const fr: DropsMessages = {
  lead: 'Remettez un secret par un lien qui s’ouvre une seule fois, ou demandez-en un à quelqu’un.',
  make: {
    heading: 'Envoyer un secret',
    text: 'Secret à envoyer',
    textHint: 'Jusqu’à 64 Kio de texte. Pour un fichier, utilisez la commande latchkey drop put.',
    passphrase: 'Phrase secrète (facultative)',
    passphraseHint:
      'Au moins 12 caractères. Donnez-la au destinataire par un autre moyen, par exemple par téléphone.',
    notify: 'M’envoyer un e-mail quand il est ouvert',
  },
  ask: {
    heading: 'Demander un secret',
    asks: 'Que demandez-vous\u00a0?',
    asksHint: 'La personne qui ouvre le lien voit ce texte et une partie de votre adresse e-mail.',
    notify: 'M’envoyer un e-mail quand il est rempli',
  },
  take: {
    heading: 'Ouvrir un secret demandé',
    link: 'Lien',
    linkHint:
      'Le lien entier que vous avez créé, avec ce qui suit #. Un texte s’affiche à la page suivante\u00a0; votre navigateur enregistre tout le reste dans un fichier. Ensuite, il est supprimé ici.',
    submit: 'Ouvrir maintenant',
  },
  term: 'Durée de validité du lien',
  terms: { '3600': '1 heure', '86400': '1 jour', '604800': '7 jours', '2592000': '30 jours' },
  label: 'Libellé (facultatif)',
  labelHint: 'Vous seul le voyez, dans votre liste.',
  submit: 'Créer le lien',
  made: {
    heading: 'Votre lien est prêt',
    once: 'Il n’est affiché que cette fois. Sélectionnez-le et copiez-le maintenant.',
    receives: 'Ce que voit le destinataire',
    page: (host) =>
      html`Une page sur ${host}. Elle dit que quelqu’un a laissé un contenu, et un bouton l’ouvre.`,
    passphrase: 'Un champ pour la phrase secrète, qui n’est pas dans le lien.',
    opensOnce:
      'Le secret s’ouvre une seule fois. Un programme qui ne fait que regarder le lien, comme un filtre de messagerie, ne consomme rien.',
    fills: (host) => html`Une page sur ${host}. Elle dit ce que vous demandez, avec un champ pour le secret.`,
    keep: 'Gardez aussi le lien\u00a0: il vous faut ici pour ouvrir ce qui a été rempli.',
    back: 'Retour à vos liens',
  },
  opened: {
    heading: 'Le secret est ouvert',
    text: 'Il a été supprimé ici et ne peut plus être ouvert. Copiez ce dont vous avez besoin avant de quitter cette page.',
  },
  list: {
    heading: 'Vos liens',
    none: 'Vous n’avez créé aucun lien.',
    unnamed: 'Sans libellé',
    until: 'Jusqu’à',
    taken: 'Ouvert',
    takers: { you: 'par vous', account: 'avec un compte', nobody: 'sans compte' },
    revoke: 'Révoquer',
    remove: 'Retirer de la liste',
  },
  states: {
    reserved: 'Réservé',
    asked: 'En attente d’être rempli',
    filled: 'Rempli\u00a0: à ouvrir avec son lien',
    active: 'En attente d’être ouvert',
    consumed: 'Ouvert',
    revoked: 'Révoqué',
    expired: 'Expiré',
  },
  notices: {
    drop_revoked: 'Le lien est révoqué et son secret est supprimé.',
    drop_removed: 'Le lien est retiré de la liste.',
  },
  problems: {
    secret_missing: 'Saisissez le secret.',
    secret_long:
      'Ce texte dépasse 64 Kio. Envoyez-le sous forme de fichier, avec la commande latchkey drop put.',
    link_wrong:
      'Ce n’est pas un lien à vous, ou sa clé est incorrecte. Rien n’a été perdu\u00a0: copiez le lien entier.',
    drop_made:
      'Ce formulaire a déjà été envoyé, et la réponse affichait le lien. Si vous n’avez pas le lien, révoquez-le ci-dessous et renvoyez le formulaire.',
    drop_ended:
      'Il n’y a rien à ouvrir. Le lien n’est pas encore rempli, a déjà été ouvert, a été révoqué ou a expiré\u00a0: voyez la liste.',
    drops_full: 'Vous avez autant de liens que possible ici. Révoquez ceux dont vous n’avez pas besoin.',
    drop_unknown: 'Il n’est pas certain que le secret ait été ouvert\u00a0: voyez la liste.',
    drops_down:
      'Les liens à usage unique sont inaccessibles pour le moment. Votre saisie n’est pas perdue\u00a0: réessayez dans un instant.',
  },
  events: {
    drop_made: 'Secret déposé',
    drop_filled: 'Secret demandé saisi',
    drop_taken: 'Secret ouvert',
    drop_closed: 'Trop de clés erronées pour un secret',
    drop_ended: 'Secret retiré',
    drop_expired: 'Secret expiré',
  },
};
