import { html } from '@latchkey/pages';
import type { DoorMessages } from './en.ts';

const back =
  'Vous êtes connecté dans ce navigateur. Si vous avez commencé sur un autre appareil ou dans un autre navigateur, retournez-y pour continuer.';

export const fr: DoorMessages = {
  forgot: 'Mot de passe oublié\u00a0?',
  create: 'Créer un compte',
  quote: (text) => html`«&nbsp;${text}&nbsp;»`,
  goOn: 'Continuer',
  ask: {
    signup: {
      heading: 'Créer un compte',
      lead: 'Saisissez votre adresse e-mail. Nous vous enverrons un lien pour créer votre compte.',
    },
    reset: {
      heading: 'Choisir un nouveau mot de passe',
      lead: 'Saisissez l’adresse e-mail de votre compte. Nous vous enverrons un lien pour choisir un nouveau mot de passe.',
    },
    ended: 'Le lien que vous avez ouvert a expiré ou a déjà servi. Vous pouvez en demander un nouveau ici.',
    submit: 'Envoyer le lien',
  },
  sent: {
    heading: 'Consultez votre messagerie',
    signup: (email) =>
      html`Un e-mail est en route vers ${email}. Ouvrez le lien qu’il contient dans les 24 heures.`,
    reset: (email) =>
      html`S’il existe un compte pour ${email}, un e-mail est en route vers cette adresse. Ouvrez le lien
      qu’il contient dans les 30 minutes.`,
    missing:
      'Toujours rien après quelques minutes\u00a0? Regardez dans les indésirables et vérifiez l’adresse ci-dessus.',
    otherAddress: 'Utiliser une autre adresse',
    whenDone: 'Après avoir suivi le lien, vous pouvez continuer ici.',
  },
  noMail: {
    heading: 'Aucun e-mail ne peut être envoyé',
    text: 'Cette installation n’envoie pas d’e-mails. Demandez de l’aide à un opérateur de cette installation.',
  },
  closed: {
    invited: {
      heading: 'Il vous faut une invitation',
      text: 'Les comptes sont réservés aux personnes invitées. Si vous avez reçu une invitation par e-mail, ouvrez le lien qu’elle contient.',
    },
    off: {
      heading: 'Aucun compte ne se crée ici',
      text: 'Demandez de l’aide à un opérateur de cette installation.',
    },
  },
  waiting: {
    heading: 'Ouvrez votre lien',
    text: 'Rien n’a encore été fait. Utilisez le bouton pour ouvrir le lien de votre e-mail.',
    open: 'Ouvrir le lien',
  },
  noLink: {
    heading: 'Ouvrez le lien de votre e-mail',
    text: 'Ce navigateur n’a pas de lien pour cette page\u00a0: il a servi, ou il a été ouvert il y a plus de 15 minutes. Si vous n’avez pas terminé, ouvrez de nouveau le lien de votre e-mail.',
  },
  ended: {
    heading: 'Ce lien ne fonctionne plus',
    signup: 'Il a expiré ou a déjà servi. Si vous avez créé votre compte avec lui, connectez-vous.',
    invitation:
      'L’invitation a reçu une réponse, a été retirée ou a expiré. Si vous n’y avez pas répondu, demandez-en une nouvelle à la personne qui vous a invité.',
    confirm:
      'Il a expiré ou a déjà servi. Si vous avez confirmé votre adresse, vous n’avez rien d’autre à faire. Sinon, vous pouvez demander un nouveau lien dans votre compte.',
    restore:
      'Il a expiré ou a déjà servi. Si c’est vous qui avez rétabli l’adresse, choisissez maintenant un nouveau mot de passe.',
  },
  isFor: (email) => html`Ce lien est destiné à ${email}.`,
  signUp: {
    heading: 'Créez votre compte',
    name: 'Votre nom',
    nameHint: 'Les membres de vos organisations le voient.',
    passwordAgain: 'Mot de passe, une seconde fois',
    submit: 'Créer le compte',
  },
  reset: {
    ends: 'Un nouveau mot de passe déconnecte tous les navigateurs et met fin à tous les appareils et applications.',
    submit: 'Enregistrer le mot de passe',
  },
  invitation: {
    heading: 'Vous êtes invité',
    org: 'Organisation invitante',
    by: 'Invité par',
  },
  signIn: {
    heading: 'Vous avez déjà un compte',
    text: 'Connectez-vous avec cette adresse pour continuer.',
  },
  otherAccount: {
    heading: 'Un autre compte est connecté',
    text: 'Rien n’a été fait. Pour continuer avec le lien, déconnectez-vous d’abord.',
  },
  confirm: { heading: 'Confirmez votre adresse', submit: 'Confirmer cette adresse' },
  restore: {
    heading: 'Rétablir cette adresse',
    lead: 'Quelqu’un qui connaissait votre mot de passe a donné une autre adresse à votre compte. Ceci rétablit l’adresse et met fin à votre mot de passe, à toutes les connexions, aux appareils et aux applications. Vous choisissez ensuite un nouveau mot de passe.',
    submit: 'Rétablir l’adresse',
  },
  done: {
    signed_up: { heading: 'Votre compte est prêt', text: back },
    password_set: { heading: 'Votre mot de passe est enregistré', text: back },
    accepted: {
      heading: 'Invitation acceptée',
      text: 'Vous faites maintenant partie de cette organisation.',
    },
    declined: { heading: 'Invitation refusée', text: 'Vous n’avez pas été ajouté à cette organisation.' },
    confirmed: { heading: 'Adresse confirmée', text: 'Merci. Vous n’avez rien d’autre à faire.' },
    restored: {
      heading: 'Votre adresse est rétablie',
      text: 'Toutes les connexions ont pris fin et l’ancien mot de passe ne fonctionne plus. Choisissez-en un nouveau maintenant.',
    },
  },
  welcome: {
    signed_up: 'Votre compte est prêt.',
    joined: (org) => html`Votre compte est prêt. Vous faites maintenant partie de ${org}.`,
    password_set: 'Votre nouveau mot de passe est enregistré.',
  },
  throttled: {
    heading: 'Trop d’e-mails',
    text: (wait) => `Trop de liens ont été demandés. Vous pourrez en demander un ${wait}.`,
  },
  errors: {
    email_invalid: 'Ce n’est pas une adresse e-mail. Vérifiez votre saisie.',
    name_refused: 'Saisissez un nom sur une ligne, avec une lettre ou un chiffre.',
    link_code_invalid:
      'Ce code n’est pas correct. Saisissez celui qu’affiche maintenant votre application d’authentification, ou un code de récupération que vous n’avez pas utilisé.',
  },
};
