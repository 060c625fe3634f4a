import { html } from '@latchkey/pages';
import { fr as accountPage } from '../account/locales/fr.ts';
import { fr as appPages } from '../apps/locales/fr.ts';
import { fr as doorPages } from '../doors/locales/fr.ts';
import { fr as dropWords } from '../drops/locales/fr.ts';
import { fr as passkeyWords } from '../passkeys/locales/fr.ts';
import type { Messages } from './en.ts';

export const fr: Messages = {
  unnamedClient: 'Application sans nom',
  enter: {
    heading: 'Connecter un appareil',
    headingFor: (client) => html`${client} demande l’accès à votre compte`,
    lead: 'Saisissez le code affiché par votre appareil ou votre application, puis identifiez-vous. Vous verrez ce qui est demandé avant toute autorisation.',
    leadFor:
      'Identifiez-vous pour examiner cette demande. Rien n’est autorisé avant votre accord à la page suivante.',
    code: 'Code',
    codeHint: '8 lettres, par exemple BCDF-GHJK.',
    codeHintFor: 'Vérifiez que votre appareil affiche bien ce même code.',
    codeWarning: 'N’utilisez jamais un code que quelqu’un vous a envoyé ou dicté.',
    email: 'Adresse e-mail',
    signedInAs: (account) => html`Compte connecté&nbsp;: ${account}`,
    otherAccount: 'Utiliser un autre compte',
    password: 'Mot de passe',
    addressCheck: (host) =>
      html`Avant de le saisir, vérifiez que la barre d’adresse de votre navigateur affiche ${host}.`,
    oneTimeCode: 'Code à usage unique ou code de récupération',
    oneTimeCodeOffer: 'Mon compte utilise un code à usage unique',
    oneTimeCodeHint: 'Fourni par votre application d’authentification, ou l’un de vos codes de récupération.',
    newPassword: 'Nouveau mot de passe',
    newPasswordAgain: 'Nouveau mot de passe, une seconde fois',
    submit: 'Continuer',
    leadSignedIn:
      'Confirmez votre mot de passe pour voir cette demande. Rien n’est autorisé avant votre accord à la page suivante.',
  },
  choosePassword: {
    heading: 'Choisissez votre mot de passe',
    lead: (account) =>
      html`Vous avez utilisé un mot de passe provisoire pour ${account}. Choisissez le vôtre : vous
      l’utiliserez désormais pour vous connecter.`,
  },
  request: {
    scopesLead: 'Cette application pourrait\u00a0:',
    scopesFold: (count) => `Afficher ${count} de plus`,
    account: 'Compte',
    registered: 'Enregistrée',
    byInstallation: 'fait partie de ce service',
    byOrg: (name) => html`par ${name}`,
    byPerson: 'par une personne',
    device: 'Appareil',
    callsItself: (name) => html`dit s’appeler ${name}`,
    requestedAt: 'Demande',
    requestedFrom: 'Origine',
    fromDevice: (name) => html`un appareil qui dit s’appeler ${name}`,
    fromProgram: (name) => html`avec ${name}`,
    sameNetwork: 'dans le réseau de ce navigateur',
    otherNetwork: 'dans un autre réseau que ce navigateur',
    visitorFrom: 'Origine, selon l’application',
    worksAt: 'Valable pour',
    details: 'Détails',
  },
  scopes: {
    openid: 'savoir quel compte est le vôtre',
    profile: 'voir votre nom et votre profil',
    email: 'voir votre adresse e-mail',
    groups: 'voir les groupes dont vous faites partie',
    offline_access: 'rester connectée lorsque vous ne l’utilisez pas',
    account:
      'voir et fermer vos sessions, appareils et applications, et modifier votre façon de vous connecter',
    clients: 'gérer les applications que vous avez enregistrées et leurs liaisons',
    orgs: 'voir et gérer les personnes de vos organisations',
    admin: 'gérer tous les utilisateurs et leurs données',
    drops: 'déposer, lire et supprimer vos contenus à ouverture unique',
    other: (scope) => html`utiliser l’autorisation ${scope}`,
    identity: 'savoir qui vous êtes\u00a0: nom, profil et adresse e-mail',
  },
  confirm: {
    title: 'Confirmer l’accès',
    heading: (client) => html`Autoriser ${client} à utiliser votre compte&nbsp;?`,
    headingAdmin: (client) => html`Autoriser ${client} à tout gérer ici pendant 10 minutes&nbsp;?`,
    codeCheck: 'Votre appareil doit afficher ce code',
    warningLead: 'Ne continuez que si vous êtes à l’origine de cette demande, sur votre propre appareil.',
    warning: (house) => `L’équipe ${house} ne vous demandera jamais ce code.`,
    otherNetwork:
      'Votre appareil et ce navigateur se trouvent dans des réseaux différents. Si vous ne vous y attendiez pas, refusez la demande.',
    approve: 'Autoriser',
    deny: 'Refuser',
  },
  adminRefused: {
    not_operator:
      'Elle demande aussi à gérer tous les utilisateurs et leurs données. Elle ne l’obtient pas, car votre compte n’est pas celui d’un opérateur.',
    no_one_time_code:
      'Elle demande aussi à gérer tous les utilisateurs et leurs données. Elle ne l’obtient pas, car vous vous êtes connecté sans code à usage unique ni clé d’accès. Configurez l’un des deux pour votre compte, puis connectez-la de nouveau.',
    no_passkey:
      'Elle demande aussi à gérer tous les utilisateurs et leurs données. Elle ne l’obtient pas, car vous vous êtes connecté sans clé d’accès. Connectez-vous avec une clé d’accès, puis connectez-la de nouveau.',
    other_network:
      'Elle demande aussi à gérer tous les utilisateurs et leurs données. Elle ne l’obtient pas, car votre appareil et ce navigateur se trouvent dans des réseaux différents. Recommencez sur un appareil de ce réseau, ou demandez à qui gère cette installation de déclarer les deux réseaux comme un même lieu.',
    device_off:
      'Elle demande aussi à gérer tous les utilisateurs et leurs données. Elle ne l’obtient pas, car aucun appareil ne peut l’avoir ici.',
    no_confirmation:
      'Elle demande aussi à gérer tous les utilisateurs et leurs données. Elle ne l’obtient pas, car l’appareil ne peut pas demander le nombre qui doit y être saisi ici. Mettez l’application à jour, puis connectez-la de nouveau.',
  },
  number: {
    heading: 'Saisissez ce nombre sur votre appareil',
    lead: (client) => html`${client} aura accès à votre compte une fois ce nombre saisi.`,
    label: 'Nombre',
    warningLead: 'Saisissez-le uniquement sur l’appareil qui est devant vous.',
    warning: (house) => `Personne de chez ${house} ne le demande.`,
    noDevice: 'Si aucun appareil devant vous ne demande de nombre, choisissez «\u00a0Arrêter\u00a0».',
    stop: 'Arrêter',
    look: 'Regarder de nouveau',
  },
  done: {
    approved: {
      heading: 'Accès autorisé',
      text: (client) =>
        html`${client} peut désormais utiliser votre compte. Vous pouvez fermer cette page et revenir à votre
        appareil.`,
    },
    denied: {
      heading: 'Accès refusé',
      text: (client) =>
        html`${client} n’a obtenu aucun accès à votre compte. Vous pouvez fermer cette page&nbsp;; vous n’avez
        rien d’autre à faire.`,
    },
  },
  failed: {
    not_found: {
      heading: 'Il n’y a pas de page ici',
      text: () =>
        'Vérifiez que l’adresse ne contient pas d’erreur, ou continuez à partir de l’une de ces pages.',
    },
    code_invalid: {
      heading: 'Ce code ne fonctionne pas',
      text: () =>
        'Il est peut-être mal saisi, expiré ou déjà utilisé. Demandez un nouveau code sur votre appareil, puis réessayez.',
    },
    other_network: {
      heading: 'Cette application ne se connecte qu’à proximité',
      text: () =>
        'L’appareil et ce navigateur sont sur des réseaux différents, ce que cette application n’autorise pas. Rien n’a été approuvé. Pour continuer, ouvrez cette page dans un navigateur sur le réseau de votre appareil, par exemple sur le même Wi-Fi.',
    },
    device_sign_in_off: {
      heading: 'Votre compte n’accepte aucun nouvel appareil',
      text: () =>
        'Vous avez désactivé cela pour votre compte. Rien n’a été approuvé. Pour connecter cet appareil, autorisez de nouveau les appareils dans votre compte, puis recommencez ici. Si vous n’êtes pas à l’origine de cette demande, vous n’avez rien d’autre à faire.',
    },
    attempts_exhausted: {
      heading: 'Cette demande a été fermée',
      text: () =>
        'Il y a eu trop de tentatives d’identification incorrectes pour ce code. Rien n’a été autorisé. Pour réessayer, demandez un nouveau code sur votre appareil.',
    },
    number_wrong: {
      heading: 'Le nombre était incorrect',
      text: () =>
        'Un nombre incorrect a été saisi deux fois sur l’appareil, qui n’a donc obtenu aucun accès. Pour réessayer, demandez un nouveau code sur votre appareil. Si ce n’est pas vous qui l’avez saisi, quelqu’un d’autre a voulu accéder à votre compte.',
    },
    too_large: {
      heading: 'C’est trop long',
      text: (limit: string) => `L’envoi dépasse ${limit}, le maximum pour cette page. Rien n’a été modifié.`,
    },
    csrf_mismatch: {
      heading: 'Cette page n’est plus à jour',
      text: () =>
        'Elle est peut-être restée ouverte trop longtemps, ou votre navigateur bloque les cookies. Rien n’a été modifié. Recommencez pour continuer.',
    },
    throttled: {
      heading: 'Trop de tentatives',
      text: (wait) =>
        `Pour protéger les comptes, l’identification est suspendue ici. Vous pourrez réessayer ${wait}.`,
    },
    too_many_approvals: {
      heading: 'Trop d’appareils en une heure',
      text: (wait) =>
        `Votre compte a autorisé autant d’appareils que possible en une heure. Rien n’a été approuvé. Vous pourrez réessayer ${wait}. Si vous ne les avez pas tous connectés vous-même, changez votre mot de passe.`,
    },
    unavailable: {
      heading: (house) => `${house} est momentanément indisponible`,
      text: (wait) => `Le problème vient de notre côté et rien n’a été autorisé. Veuillez réessayer ${wait}.`,
    },
  },
  session: {
    title: 'Votre session',
    lead: 'Déconnectez-vous si d’autres personnes utilisent ce navigateur. Les appareils et applications que vous avez autorisés restent connectés.',
    signOut: 'Se déconnecter',
    signedOut: 'Vous êtes déconnecté',
  },
  newPassword: {
    hint: (least) =>
      `Au moins ${least} caractères. Ni un mot de passe courant, ni votre nom, ni votre adresse.`,
    new_password_short: (least) => `Ce mot de passe est trop court. Utilisez au moins ${least} caractères.`,
    new_password_long: 'Ce mot de passe est trop long. Utilisez au plus 256 caractères.',
    new_password_common: 'Ce mot de passe est très répandu, donc facile à deviner. Choisissez-en un autre.',
    new_password_own_name: (house) =>
      `Ce mot de passe est votre nom, votre adresse ou «\u00a0${house}\u00a0». Choisissez-en un autre.`,
    new_password_same: 'C’est votre ancien mot de passe. Choisissez-en un nouveau.',
    new_passwords_differ: 'Les deux nouveaux mots de passe sont différents. Saisissez deux fois le même.',
  },
  errors: {
    code_missing: 'Saisissez le code affiché par votre appareil.',
    code_invalid:
      'Ce code ne fonctionne pas. Il est peut-être mal saisi, expiré ou déjà utilisé. Vérifiez-le ou demandez-en un nouveau sur votre appareil.',
    code_from_address:
      'Pour cette demande, un code issu d’un lien n’est pas accepté. Saisissez le code qu’affiche votre propre appareil.',
    email_missing: 'Saisissez votre adresse e-mail.',
    password_missing: 'Saisissez votre mot de passe.',
    password_wrong: 'Ce mot de passe est incorrect.',
    credentials_invalid: 'L’adresse e-mail, le mot de passe ou le code à usage unique est incorrect.',
    one_time_code_required: 'Ce compte exige un code à usage unique. Saisissez-le avec votre mot de passe.',
    passkey_refused:
      'Cette clé d’accès n’a pas été acceptée. Réessayez, ou connectez-vous avec votre mot de passe.',
    passkey_expired: 'Cette page est restée ouverte trop longtemps ou a déjà servi. Réessayez.',
    sign_in_expired: 'Le choix d’un mot de passe a pris trop de temps. Connectez-vous à nouveau.',
    account_mismatch:
      'Un autre compte est connecté dans ce navigateur. Continuez avec le compte affiché ici ou déconnectez-vous d’abord.',
    confirmation_expired:
      'Cette confirmation a déjà servi, a pris trop de temps ou a pris fin parce que vous vous êtes déconnecté, identifié à nouveau ou avez changé de mot de passe. Si votre appareil n’est pas encore connecté, identifiez-vous à nouveau.',
  },
  account: accountPage,
  apps: appPages,
  doors: doorPages,
  passkeys: passkeyWords,
  drops: dropWords,
};
