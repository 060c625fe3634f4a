import type { Messages } from './en.ts';

export const es: Messages = {
  form: {
    heading: 'Contenido de un solo uso',
    lead: 'Alguien dejó esto para ti. Se puede abrir una sola vez y después se borra aquí. El texto se muestra en la página siguiente; tu navegador guarda lo demás como archivo, y esta página se queda como está.',
    key: 'Clave',
    keyHint: 'Llegó con el enlace o por otro medio.',
    keyCame: 'La clave llegó con el enlace',
    submit: 'Abrir ahora',
    sent: 'Tu navegador está abriendo el contenido. Si ha guardado un archivo, el contenido se ha borrado aquí y puedes cerrar esta página.',
  },
  opened: {
    heading: 'El contenido está abierto',
    text: 'Se ha borrado aquí y no se puede volver a abrir. Copia lo que necesites antes de cerrar esta página.',
    copy: 'Copiar el texto',
    copied: 'Copiado',
  },
  fill: {
    heading: 'Entregar un secreto',
    never: 'Nunca una contraseña tuya.',
    neverMore:
      'Quien la pida aquí no tiene buenas intenciones: introduce solo lo que se hizo para entregarlo.',
    who: 'Quién lo pide',
    org: 'la organización {name}',
    app: 'la aplicación {name}',
    what: 'Para qué',
    until: 'Hasta',
    text: 'El secreto',
    textHint: 'Se sella con la clave de tu enlace. Solo quien lo pide puede abrirlo, una vez.',
    submit: 'Entregar',
    sent: 'Tu navegador está enviando el secreto.',
    report: '¿No sabes quién lo pide o te parece extraño? Cierra esta página y',
    reportLink: 'denúncialo',
  },
  filled: {
    heading: 'El secreto está entregado',
    text: 'Ahora solo puede abrirlo quien lo pidió. Puedes cerrar esta página.',
  },
  problems: {
    text_missing: 'Introduce el secreto.',
    key_missing: 'Introduce la clave.',
    key_wrong: 'Esta clave no es correcta. No se ha gastado nada: comprueba la clave e inténtalo de nuevo.',
  },
  ended: {
    nothing: {
      heading: 'Este enlace no lleva a ninguna parte',
      text: () =>
        'Puede que el enlace esté mal escrito o que su contenido ya no exista. Pide uno nuevo a quien te lo envió.',
    },
    expired: {
      heading: 'Este contenido ha caducado',
      text: () => 'Nadie lo abrió a tiempo y se borró. Pide un enlace nuevo a quien te lo envió.',
    },
    not_active: {
      heading: 'Este contenido ya no existe',
      text: () =>
        'Ya se abrió o su dueño lo terminó. Si no lo abriste tú, avisa a quien te envió el enlace: puede que otra persona lo haya leído.',
    },
    attempts_limited: {
      heading: 'Demasiadas claves incorrectas',
      text: (wait) =>
        `Abrir este contenido está en pausa aquí, y no se ha gastado nada. Puedes intentarlo de nuevo ${wait}.`,
    },
    lapsed: {
      heading: 'Ya nadie espera este secreto',
      text: () => 'No se introdujo a tiempo. Pide un enlace nuevo a quien te lo envió.',
    },
    filled_before: {
      heading: 'Aquí ya no se puede introducir nada',
      text: () =>
        'Alguien ya lo introdujo, o quien lo pidió lo ha retirado. Si no fuiste tú, díselo a quien te envió el enlace: quizá lo usó otra persona.',
    },
    fill_paused: {
      heading: 'Demasiadas claves incorrectas',
      text: (wait) =>
        `La entrega está en pausa aquí y no se ha gastado nada. Podrás intentarlo de nuevo ${wait}.`,
    },
    full: {
      heading: 'Quien lo pide no tiene espacio',
      text: () =>
        'No se entregó nada. Díselo a quien te envió el enlace: antes hay que abrir o borrar otros secretos.',
    },
    fill_unknown: {
      heading: 'No es seguro que el secreto se haya entregado',
      text: () =>
        'La conexión con nuestra base de datos se perdió en mal momento. Empieza de nuevo: si ya no se puede introducir nada, se entregó.',
    },
    too_large: {
      heading: 'Es demasiado largo para esta página',
      text: (limit: string) =>
        `Lo enviado supera ${limit}, el máximo de esta página. No se abrió ni se entregó nada. Los archivos y los textos largos se entregan con el comando «latchkey drop fill».`,
    },
    throttled: {
      heading: 'Se han abierto demasiados enlaces',
      text: (wait) =>
        `Desde tu red se han consultado muchos contenidos en poco tiempo. Puedes intentarlo de nuevo ${wait}.`,
    },
    csrf_failed: {
      heading: 'Esta página está desactualizada',
      text: () =>
        'Puede que llevara demasiado tiempo abierta o que tu navegador bloquee las cookies. No se ha abierto ni entregado nada. Empieza de nuevo para continuar.',
    },
    outcome_unknown: {
      heading: 'No es seguro que el contenido se haya abierto',
      text: () =>
        'La conexión con nuestra base de datos se perdió en mal momento. Inténtalo de nuevo: si el contenido ya no existe, pide un enlace nuevo a quien te lo envió.',
    },
    unavailable: {
      heading: 'Esta página no está disponible ahora',
      text: (wait) => `El problema es nuestro. Inténtalo de nuevo ${wait}.`,
    },
  },
};
