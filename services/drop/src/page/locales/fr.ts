import type { Messages } from './en.ts';

export const fr: Messages = {
  form: {
    heading: 'Contenu à ouverture unique',
    lead: 'Quelqu’un a laissé ceci pour vous. On peut l’ouvrir une seule fois, puis il est supprimé ici. Un texte s’affiche à la page suivante\u00a0; votre navigateur enregistre tout le reste dans un fichier, et cette page reste telle quelle.',
    key: 'Clé',
    keyHint: 'Elle est arrivée avec le lien, ou par un autre moyen.',
    keyCame: 'La clé est arrivée avec le lien',
    submit: 'Ouvrir maintenant',
    sent: 'Votre navigateur ouvre le contenu. S’il a enregistré un fichier, le contenu est supprimé ici et vous pouvez fermer cette page.',
  },
  opened: {
    heading: 'Le contenu est ouvert',
    text: 'Il a été supprimé ici et ne peut plus être ouvert. Copiez ce dont vous avez besoin avant de fermer cette page.',
    copy: 'Copier le texte',
    copied: 'Copié',
  },
  problems: {
    key_missing: 'Saisissez la clé.',
    key_wrong: 'Cette clé est incorrecte. Rien n’a été perdu\u00a0: vérifiez la clé et réessayez.',
  },
  ended: {
    nothing: {
      heading: 'Ce lien ne mène nulle part',
      text: () =>
        'Le lien est peut-être mal saisi, ou ce qu’il désignait n’existe plus. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
    },
    expired: {
      heading: 'Ce contenu a expiré',
      text: () =>
        'Personne ne l’a ouvert à temps, et il a été supprimé. Demandez un nouveau lien à la personne qui vous l’a envoyé.',
    },
    not_active: {
      heading: 'Ce contenu n’existe plus',
      text: () =>
        'Il a déjà été ouvert, ou son propriétaire y a mis fin. Si vous ne l’avez pas ouvert, prévenez la personne qui vous a envoyé le lien\u00a0: quelqu’un d’autre l’a peut-être lu.',
    },
    attempts_limited: {
      heading: 'Trop de clés incorrectes',
      text: (wait) =>
        `L’ouverture de ce contenu est suspendue ici, et rien n’a été perdu. Vous pouvez réessayer ${wait}.`,
    },
    throttled: {
      heading: 'Trop de liens ont été ouverts',
      text: (wait) =>
        `Votre réseau a consulté beaucoup de contenus en peu de temps. Vous pouvez réessayer ${wait}.`,
    },
    csrf_failed: {
      heading: 'Cette page n’est plus à jour',
      text: () =>
        'Elle est peut-être restée ouverte trop longtemps, ou votre navigateur bloque les cookies. Rien n’a été ouvert. Recommencez pour continuer.',
    },
    outcome_unknown: {
      heading: 'Il n’est pas certain que le contenu ait été ouvert',
      text: () =>
        'La connexion à notre base de données a été perdue au mauvais moment. Réessayez\u00a0: si le contenu n’existe plus, demandez un nouveau lien à la personne qui vous l’a envoyé.',
    },
    unavailable: {
      heading: 'Cette page n’est pas disponible pour le moment',
      text: (wait) => `Le problème vient de chez nous. Veuillez réessayer ${wait}.`,
    },
  },
};
