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
  fill: {
    heading: 'Transmettre un secret',
    never: 'Jamais un de vos mots de passe.',
    neverMore:
      'Qui en demande un ici ne vous veut pas de bien\u00a0: ne saisissez que ce qui est fait pour être transmis.',
    who: 'Qui demande',
    org: 'l’organisation {name}',
    app: 'l’application {name}',
    what: 'Pour quoi',
    until: 'Jusqu’au',
    text: 'Le secret',
    textHint:
      'Il est scellé avec la clé de votre lien. Seule la personne qui le demande peut l’ouvrir, une fois.',
    submit: 'Transmettre',
    sent: 'Votre navigateur envoie le secret.',
    report: 'Vous ne savez pas qui demande, ou cela vous semble étrange\u00a0? Fermez cette page, et',
    reportLink: 'signalez-le',
  },
  filled: {
    heading: 'Le secret est transmis',
    text: 'Seule la personne qui l’a demandé peut maintenant l’ouvrir. Vous pouvez fermer cette page.',
  },
  problems: {
    text_missing: 'Saisissez le secret.',
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
    lapsed: {
      heading: 'Plus personne n’attend ce secret',
      text: () => 'Il n’a pas été saisi à temps. Demandez un nouveau lien à la personne qui vous l’a envoyé.',
    },
    filled_before: {
      heading: 'Il n’y a plus rien à saisir ici',
      text: () =>
        'Quelqu’un l’a déjà saisi, ou la demande a été retirée. Si ce n’était pas vous, dites-le à la personne qui vous a envoyé le lien\u00a0: quelqu’un d’autre l’a peut-être utilisé.',
    },
    fill_paused: {
      heading: 'Trop de clés incorrectes',
      text: (wait) => `La saisie est suspendue ici, et rien n’a été perdu. Vous pourrez réessayer ${wait}.`,
    },
    full: {
      heading: 'Le destinataire n’a plus de place',
      text: () =>
        'Rien n’a été transmis. Dites-le à la personne qui vous a envoyé le lien\u00a0: d’autres secrets doivent d’abord être ouverts ou supprimés.',
    },
    fill_unknown: {
      heading: 'Il n’est pas certain que le secret ait été transmis',
      text: () =>
        'La connexion à notre base de données a été perdue au mauvais moment. Recommencez\u00a0: s’il n’y a plus rien à saisir, il a été transmis.',
    },
    too_large: {
      heading: 'C’est trop long pour cette page',
      text: (limit: string) =>
        `L’envoi dépasse ${limit}, le maximum pour cette page. Rien n’a été ouvert ni transmis. La commande «\u00a0latchkey drop fill\u00a0» transmet les fichiers et les longs textes.`,
    },
    throttled: {
      heading: 'Trop de liens ont été ouverts',
      text: (wait) =>
        `Votre réseau a consulté beaucoup de contenus en peu de temps. Vous pouvez réessayer ${wait}.`,
    },
    csrf_failed: {
      heading: 'Cette page n’est plus à jour',
      text: () =>
        'Elle est peut-être restée ouverte trop longtemps, ou votre navigateur bloque les cookies. Rien n’a été ouvert ni transmis. Recommencez pour continuer.',
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
