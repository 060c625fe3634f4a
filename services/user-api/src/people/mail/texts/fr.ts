import type { Texts } from './en.ts';

export const fr: Texts = {
  tag: 'fr',
  quotes: ['«\u00a0', '\u00a0»'],
  asked: {
    sign_up: {
      subject: 'Terminez votre inscription',
      what: 'Quelqu’un, probablement vous, veut créer un compte avec cette adresse. Suivez le lien pour continuer.',
      button: 'Créer mon compte',
      ifNotYou: 'Si ce n’était pas vous, ne faites rien\u00a0: sans le lien, aucun compte n’est créé.',
    },
    confirm: {
      subject: 'Confirmez votre adresse',
      what: 'Quelqu’un, probablement vous, a indiqué cette adresse pour un compte. Suivez le lien pour confirmer qu’elle est à vous.',
      button: 'Confirmer mon adresse',
      ifNotYou: 'Si ce n’était pas vous, ne faites rien\u00a0: l’adresse reste alors non confirmée.',
    },
    already_account: {
      subject: 'Vous avez déjà un compte',
      what: 'Quelqu’un, probablement vous, a voulu s’inscrire avec cette adresse. Elle a déjà un compte. Vous pouvez vous connecter, ou choisir un nouveau mot de passe ici\u00a0: {reset}',
      button: 'Se connecter',
      ifNotYou: 'Si ce n’était pas vous, ne faites rien\u00a0: rien n’a changé.',
    },
    invitation: {
      subject: 'Vous êtes invité dans une organisation',
      what: 'Vous êtes invité à rejoindre une organisation. {name} sur {host} est le service par lequel on se connecte et relie ses appareils.',
      button: 'Voir l’invitation',
      ifNotYou:
        'Si vous ne connaissez pas qui vous invite, ne faites rien\u00a0: l’invitation prend fin d’elle-même.',
    },
    invitation_account: {
      subject: 'Vous êtes invité à créer un compte',
      what: 'Vous êtes invité à créer un compte. {name} sur {host} est le service par lequel on se connecte et relie ses appareils.',
      button: 'Voir l’invitation',
      ifNotYou:
        'Si vous ne connaissez pas qui vous invite, ne faites rien\u00a0: l’invitation prend fin d’elle-même.',
    },
    reset: {
      subject: 'Choisissez un nouveau mot de passe',
      what: 'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte.',
      button: 'Choisir un nouveau mot de passe',
      ifNotYou: 'Si ce n’était pas vous, ne faites rien\u00a0: votre mot de passe reste le même.',
    },
    ask_operator: {
      subject: 'Votre mot de passe ne peut pas être changé par e-mail',
      what: 'Quelqu’un, probablement vous, a demandé un nouveau mot de passe pour votre compte. C’est le compte d’un opérateur, sans code à usage unique\u00a0: aucun e-mail ne peut changer son mot de passe. Demandez à un autre opérateur, ou utilisez la commande «\u00a0latchkey-user-api operators reset\u00a0».',
      button: null,
      ifNotYou: 'Si ce n’était pas vous, ne faites rien\u00a0: votre mot de passe reste le même.',
    },
    email_taken: {
      subject: 'Cette adresse a déjà un compte',
      what: 'Quelqu’un, probablement vous, a voulu donner cette adresse à un autre compte. Elle a déjà un compte\u00a0: rien n’a changé.',
      button: null,
      ifNotYou: 'Si ce n’était pas vous, ne faites rien\u00a0: rien n’a changé.',
    },
    email_changed: {
      subject: 'L’adresse de votre compte a été modifiée',
      what: 'Votre compte a maintenant une autre adresse e-mail. Si ce n’était pas vous, suivez le lien\u00a0: il rétablit cette adresse et met fin à votre mot de passe et à toutes les connexions.',
      button: 'Rétablir mon adresse',
      ifNotYou: 'Si vous l’avez modifiée vous-même, ne faites rien.',
    },
  },
  invitedTo: 'Vous êtes invité à rejoindre {org}',
  copyAddress: 'Ou copiez cette adresse\u00a0:',
  notices: {
    password_changed: {
      subject: 'Votre mot de passe a été changé',
      what: 'Le mot de passe de votre compte a été changé.',
    },
    codes_on: {
      subject: 'Les codes à usage unique sont activés',
      what: 'Les codes à usage unique ont été activés pour votre compte. Désormais, une connexion en demande un.',
    },
    codes_off: {
      subject: 'Les codes à usage unique sont désactivés',
      what: 'Les codes à usage unique ont été désactivés pour votre compte. Une connexion ne demande plus que votre mot de passe.',
    },
    recovery_used: {
      subject: 'Un code de secours a été utilisé',
      what: 'L’un des codes de secours de votre compte a été utilisé à la place d’un code à usage unique. Il ne peut plus servir.',
    },
    recovery_replaced: {
      subject: 'Vos codes de secours ont été remplacés',
      what: 'Votre compte a reçu de nouveaux codes de secours. Les anciens ne fonctionnent plus.',
    },
    passkey_added: {
      subject: 'Une clé d’accès a été ajoutée',
      what: 'Une clé d’accès a été ajoutée à votre compte. Elle permet de se connecter sans le mot de passe et sans code à usage unique.',
    },
    passkey_removed: {
      subject: 'Une clé d’accès a été supprimée',
      what: 'Une clé d’accès a été supprimée de votre compte. Les sessions ouvertes avec elle auparavant restent ouvertes.',
    },
    passkey_refused: {
      subject: 'Une clé d’accès a peut-être été copiée',
      what: 'Une connexion avec une clé d’accès de votre compte a été refusée, car il semble exister une copie de cette clé. La clé fonctionne toujours : si vous n’en connaissez pas la raison, supprimez-la.',
    },
    passkeys_ended: {
      subject: 'Toutes les clés d’accès ont été supprimées',
      what: 'Toutes les clés d’accès de votre compte ont été supprimées. Aucune ne permet plus de se connecter.',
    },
    locked: {
      subject: 'Trop de mots de passe erronés',
      what: 'Trop de mots de passe erronés ont été saisis pour votre compte. Pour le moment, vous ne pouvez vous connecter que depuis des navigateurs et appareils que vous avez déjà utilisés.',
    },
    deleted: {
      subject: 'Votre compte a été supprimé',
      what: 'Votre compte a été supprimé. Ses connexions, appareils et applications ont tous pris fin.',
    },
    password_reset: {
      subject: 'Un opérateur a réinitialisé votre mot de passe',
      what: 'Un opérateur a donné à votre compte un mot de passe provisoire. Toutes vos connexions ont pris fin.',
    },
    codes_reset: {
      subject: 'Un opérateur a désactivé vos codes à usage unique',
      what: 'Un opérateur a désactivé les codes à usage unique de votre compte. Une connexion ne demande plus que votre mot de passe.',
    },
    passkeys_reset: {
      subject: 'Un opérateur a supprimé vos clés d’accès',
      what: 'Un opérateur a supprimé toutes les clés d’accès de votre compte. Aucune ne permet plus de se connecter.',
    },
    device: {
      subject: 'Un appareil a obtenu l’accès à votre compte',
      what: 'Un appareil ou une application a obtenu l’accès à votre compte, avec quelque chose de nouveau\u00a0: l’application, le nom de l’appareil ou son réseau.',
    },
    number_wrong: {
      subject: 'Un nombre incorrect a empêché l’accès d’un appareil',
      what: 'Un appareil allait obtenir l’accès à votre compte, et un nombre incorrect y a été saisi deux fois. Il n’a obtenu aucun accès. Si vous n’êtes pas à l’origine de cette demande, quelqu’un d’autre vous a envoyé son code.',
    },
    app: {
      subject: 'Vous vous êtes connecté à une application',
      what: 'Vous vous êtes connecté à une application avec votre compte, avec quelque chose de nouveau\u00a0: l’application ou le réseau de votre navigateur.',
    },
    admin_granted: {
      subject: 'Une application a obtenu les droits d’un opérateur',
      what: 'Une application a obtenu en votre nom les droits d’un opérateur.',
    },
    drop_filled: {
      subject: 'Un secret que vous avez demandé est arrivé',
      what: 'Quelqu’un a saisi un secret que vous avez demandé. Vous seul pouvez l’ouvrir, une fois, avec la clé de votre lien.',
    },
    drop_taken: {
      subject: 'Un de vos secrets a été ouvert',
      what: 'Un secret que vous avez transmis, ou demandé, a été ouvert. Personne ne peut l’ouvrir à nouveau.',
    },
    drop_closed: {
      subject: 'Clés erronées pour un de vos secrets',
      what: 'Trop de clés erronées ont été essayées sur un de vos secrets. Aucune ne l’a ouvert, et qui les a essayées doit attendre.',
    },
    signal_off: {
      subject: 'Les signaux sont désactivés',
      what: 'Les signaux d’un abonnement que vous avez créé sont désactivés : pendant trois jours, son adresse n’a pas répondu ou n’a renvoyé que des erreurs, ou elle a indiqué qu’elle n’existe plus.',
    },
    digest: {
      subject: 'De nombreux avis de sécurité',
      what: 'En une heure, il s’est passé sur votre compte plus de choses que des e-mails séparés n’en signalent. Autres avis\u00a0: {count}. Vous les voyez tous sous «\u00a0Activité\u00a0».',
    },
  },
  labels: {
    app: 'Application',
    device: 'Appareil, tel qu’il se nomme',
    deviceFrom: 'Adresse de l’appareil',
    from: 'Depuis',
    when: 'Quand',
    org: 'Organisation',
    role: 'Rôle',
    inviter: 'Invité par',
    newAddress: 'Nouvelle adresse',
    label: 'Libellé',
    dropKind: 'Type',
  },
  roles: { owner: 'propriétaire', admin: 'administrateur', member: 'membre' },
  linkLife: {
    sign_up: 'Le lien fonctionne une seule fois, pendant 24 heures.',
    confirm: 'Le lien fonctionne une seule fois, pendant 24 heures.',
    reset: 'Le lien fonctionne une seule fois, pendant 30 minutes.',
    invitation: 'Le lien fonctionne une seule fois, pendant 7 jours.',
    restore: 'Le lien fonctionne une seule fois, pendant 24 heures.',
  },
  seeAccount: 'Voir mon compte',
  ifNotYou: {
    signal:
      'Vérifiez ce qui répond à cette adresse, puis réactivez-les avec la commande « latchkey signals on ». Ce qui attend sera alors envoyé.',
    drop: 'Si vous ne vous y attendiez pas, consultez vos secrets\u00a0: {account}\nSi une autre personne peut connaître un secret, remplacez-le là où il sert.',
    changed:
      'Si ce n’était pas vous, choisissez maintenant un nouveau mot de passe\u00a0: {reset}\nMettez fin à ce que vous ne connaissez pas\u00a0: {account}',
    device:
      'Si ce n’était pas vous, mettez maintenant fin à cet accès\u00a0: {account}\nChoisissez ensuite un nouveau mot de passe\u00a0: {reset}',
    operator: 'Si vous ne l’avez pas demandé, interrogez un opérateur que vous connaissez.',
    deleted: 'Si ce n’était pas vous, contactez maintenant un opérateur de cette installation.',
  },
  footer: '{name} sur {host} a envoyé cet e-mail automatiquement. Personne ne lit les réponses.',
};
