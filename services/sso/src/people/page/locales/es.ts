import { html } from '@latchkey/pages';
import { es as accountPage } from '../account/locales/es.ts';
import { es as appPages } from '../apps/locales/es.ts';
import { es as doorPages } from '../doors/locales/es.ts';
import { es as dropWords } from '../drops/locales/es.ts';
import { es as passkeyWords } from '../passkeys/locales/es.ts';
import type { Messages } from './en.ts';

export const es: Messages = {
  unnamedClient: 'Aplicación sin nombre',
  enter: {
    heading: 'Conectar un dispositivo',
    headingFor: (client) => html`${client} solicita acceso a tu cuenta`,
    lead: 'Introduce el código que muestra tu dispositivo o aplicación e inicia sesión. Verás qué se solicita antes de autorizar nada.',
    leadFor:
      'Inicia sesión para revisar la solicitud. No se autoriza nada hasta que lo confirmes en la página siguiente.',
    code: 'Código',
    codeHint: '8 letras, por ejemplo BCDF-GHJK.',
    codeHintFor: 'Comprueba que tu dispositivo muestra este mismo código.',
    codeWarning: 'No uses nunca un código que alguien te haya enviado o dictado.',
    email: 'Correo electrónico',
    signedInAs: (account) => html`Sesión iniciada como ${account}`,
    otherAccount: 'Usar otra cuenta',
    password: 'Contraseña',
    addressCheck: (host) =>
      html`Antes de escribirla, comprueba que la barra de direcciones del navegador muestra ${host}.`,
    oneTimeCode: 'Código de un solo uso o de recuperación',
    oneTimeCodeOffer: 'Mi cuenta usa un código de un solo uso',
    oneTimeCodeHint: 'El de tu aplicación de autenticación, o uno de tus códigos de recuperación.',
    newPassword: 'Contraseña nueva',
    newPasswordAgain: 'Contraseña nueva, otra vez',
    submit: 'Continuar',
    leadSignedIn:
      'Confirma tu contraseña para ver esta solicitud. No se autoriza nada hasta que lo confirmes en la página siguiente.',
  },
  choosePassword: {
    heading: 'Elige tu contraseña',
    lead: (account) =>
      html`Has iniciado sesión como ${account} con una contraseña provisional. Elige una propia: a partir de
      ahora iniciarás sesión con ella.`,
  },
  request: {
    scopesLead: 'Esta aplicación podría:',
    scopesFold: (count) => `Ver ${count} más`,
    account: 'Cuenta',
    registered: 'Registrada',
    byInstallation: 'parte de este servicio',
    byOrg: (name) => html`por ${name}`,
    byPerson: 'por una persona',
    device: 'Dispositivo',
    callsItself: (name) => html`dice llamarse ${name}`,
    requestedAt: 'Solicitado',
    requestedFrom: 'Desde',
    fromDevice: (name) => html`un dispositivo que dice llamarse ${name}`,
    fromProgram: (name) => html`con ${name}`,
    sameNetwork: 'en la red de este navegador',
    otherNetwork: 'en una red distinta de la de este navegador',
    visitorFrom: 'Desde, según la aplicación',
    worksAt: 'Válido en',
    details: 'Detalles',
  },
  scopes: {
    openid: 'saber cuál es tu cuenta',
    profile: 'ver tu nombre y tu perfil',
    email: 'ver tu correo electrónico',
    groups: 'ver a qué grupos perteneces',
    offline_access: 'seguir conectada cuando no la uses',
    account: 'ver y cerrar sus sesiones, dispositivos y aplicaciones, y cambiar cómo inicia sesión',
    clients: 'gestionar las aplicaciones que registraste y sus conexiones',
    orgs: 'ver y gestionar a las personas de sus organizaciones',
    admin: 'gestionar todos los usuarios y sus datos',
    drops: 'guardar, leer y eliminar tus contenidos de un solo uso',
    other: (scope) => html`usar el permiso ${scope}`,
    identity: 'saber quién eres: tu nombre, perfil y correo electrónico',
  },
  confirm: {
    title: 'Confirmar el acceso',
    heading: (client) => html`¿Permitir que ${client} use tu cuenta?`,
    headingAdmin: (client) => html`¿Permitir que ${client} gestione todo aquí durante 10 minutos?`,
    codeCheck: 'Tu dispositivo debe mostrar este código',
    warningLead: 'Continúa solo si tú mismo has iniciado esto en tu propio dispositivo.',
    warning: (house) => `El personal de ${house} nunca te pedirá este código.`,
    otherNetwork:
      'Tu dispositivo y este navegador están en redes distintas. Si no lo esperabas, rechaza la solicitud.',
    approve: 'Autorizar',
    deny: 'Rechazar',
  },
  adminRefused: {
    not_operator:
      'También pide gestionar todos los usuarios y sus datos. No lo obtiene, porque tu cuenta no es de operador.',
    no_one_time_code:
      'También pide gestionar todos los usuarios y sus datos. No lo obtiene, porque has iniciado sesión sin un código de un solo uso ni una llave de acceso. Configura uno de los dos en tu cuenta y conéctala de nuevo.',
    no_passkey:
      'También pide gestionar todos los usuarios y sus datos. No lo obtiene, porque has iniciado sesión sin una llave de acceso. Inicia sesión con una llave de acceso y conéctala de nuevo.',
    other_network:
      'También pide gestionar todos los usuarios y sus datos. No lo obtiene, porque tu dispositivo y este navegador están en redes distintas. Empieza de nuevo en un dispositivo de esta red o pide a quien administra esta instalación que declare ambas redes como un mismo lugar.',
    device_off:
      'También pide gestionar todos los usuarios y sus datos. No lo obtiene, porque aquí ningún dispositivo puede tenerlo.',
    no_confirmation:
      'También pide gestionar todos los usuarios y sus datos. No lo obtiene, porque el dispositivo no puede pedir el número que aquí hay que escribir en él. Actualiza la aplicación y conéctala de nuevo.',
  },
  number: {
    heading: 'Escribe este número en tu dispositivo',
    lead: (client) => html`${client} tendrá acceso a tu cuenta en cuanto reciba este número.`,
    label: 'Número',
    warningLead: 'Escríbelo solo en el dispositivo que tienes delante.',
    warning: (house) => `Nadie de ${house} lo pide.`,
    noDevice: 'Si ningún dispositivo que tengas delante pide un número, elige «Detener».',
    stop: 'Detener',
    look: 'Volver a mirar',
  },
  done: {
    approved: {
      heading: 'Acceso autorizado',
      text: (client) =>
        html`${client} ya puede usar tu cuenta. Puedes cerrar esta página y volver a tu dispositivo.`,
    },
    denied: {
      heading: 'Acceso rechazado',
      text: (client) =>
        html`${client} no ha obtenido acceso a tu cuenta. Puedes cerrar esta página; no tienes que hacer nada
        más.`,
    },
  },
  failed: {
    not_found: {
      heading: 'Aquí no hay ninguna página',
      text: () => 'Comprueba que la dirección esté bien escrita o continúa desde una de estas páginas.',
    },
    code_invalid: {
      heading: 'Este código no funciona',
      text: () =>
        'Puede que esté mal escrito, que haya caducado o que ya se haya usado. Obtén un código nuevo en tu dispositivo e inténtalo de nuevo.',
    },
    other_network: {
      heading: 'Esta aplicación solo se conecta de cerca',
      text: () =>
        'El dispositivo y este navegador están en redes distintas, y esta aplicación no lo permite. No se ha aprobado nada. Para continuar, abre esta página en un navegador de la red de tu dispositivo, por ejemplo en la misma wifi.',
    },
    device_sign_in_off: {
      heading: 'Tu cuenta no admite dispositivos nuevos',
      text: () =>
        'Lo has desactivado en tu cuenta. No se ha aprobado nada. Si quieres conectar este dispositivo, vuelve a permitir dispositivos en tu cuenta y empieza de nuevo aquí. Si no lo has iniciado tú, no tienes que hacer nada más.',
    },
    attempts_exhausted: {
      heading: 'Esta solicitud se ha cerrado',
      text: () =>
        'Ha habido demasiados intentos fallidos de inicio de sesión con este código. No se ha autorizado nada. Para volver a intentarlo, obtén un código nuevo en tu dispositivo.',
    },
    number_wrong: {
      heading: 'El número no era correcto',
      text: () =>
        'Se ha escrito dos veces un número incorrecto en el dispositivo, así que no ha obtenido acceso. Para volver a intentarlo, obtén un código nuevo en tu dispositivo. Si no lo has escrito tú, otra persona ha querido entrar en tu cuenta.',
    },
    too_large: {
      heading: 'Es demasiado largo',
      text: (limit: string) =>
        `Lo enviado supera ${limit}, el máximo de esta página. No se ha cambiado nada.`,
    },
    csrf_mismatch: {
      heading: 'Esta página ya no es válida',
      text: () =>
        'Puede que haya estado abierta demasiado tiempo o que tu navegador bloquee las cookies. No se ha cambiado nada. Empieza de nuevo para continuar.',
    },
    throttled: {
      heading: 'Demasiados intentos',
      text: (wait) =>
        `Para proteger las cuentas, el inicio de sesión está en pausa aquí. Podrás volver a intentarlo ${wait}.`,
    },
    too_many_approvals: {
      heading: 'Demasiados dispositivos en una hora',
      text: (wait) =>
        `Tu cuenta ha admitido tantos dispositivos como se permite en una hora. No se ha aprobado nada. Puedes volver a intentarlo ${wait}. Si no los conectaste todos tú, cambia tu contraseña.`,
    },
    unavailable: {
      heading: (house) => `${house} no está disponible en este momento`,
      text: (wait) => `El problema es nuestro y no se ha autorizado nada. Vuelve a intentarlo ${wait}.`,
    },
  },
  session: {
    title: 'Tu sesión',
    lead: 'Cierra la sesión si otras personas usan este navegador. Los dispositivos y las aplicaciones que has autorizado seguirán conectados.',
    signOut: 'Cerrar sesión',
    signedOut: 'No hay ninguna sesión iniciada',
  },
  newPassword: {
    hint: (least) =>
      `Al menos ${least} caracteres. Que no sea una contraseña común, ni tu nombre o dirección.`,
    new_password_short: (least) => `Esta contraseña es demasiado corta. Usa al menos ${least} caracteres.`,
    new_password_long: 'Esta contraseña es demasiado larga. Usa como máximo 256 caracteres.',
    new_password_common: 'Mucha gente usa esta contraseña, así que es fácil de adivinar. Elige otra.',
    new_password_own_name: (house) => `Esta contraseña es tu nombre, tu dirección o «${house}». Elige otra.`,
    new_password_same: 'Esta es tu contraseña anterior. Elige una nueva.',
    new_passwords_differ: 'Las dos contraseñas nuevas son distintas. Introduce la misma dos veces.',
  },
  errors: {
    code_missing: 'Introduce el código que muestra tu dispositivo.',
    code_invalid:
      'Este código no funciona. Puede que esté mal escrito, que haya caducado o que ya se haya usado. Revísalo u obtén uno nuevo en tu dispositivo.',
    code_from_address:
      'Para esta solicitud no se acepta un código de un enlace. Escribe el código que muestra tu propio dispositivo.',
    email_missing: 'Introduce tu correo electrónico.',
    password_missing: 'Introduce tu contraseña.',
    password_wrong: 'Esta contraseña no es correcta.',
    credentials_invalid: 'El correo electrónico, la contraseña o el código de un solo uso no son correctos.',
    one_time_code_required:
      'Esta cuenta necesita un código de un solo uso. Introdúcelo junto con tu contraseña.',
    passkey_refused:
      'Esta llave de acceso no se ha aceptado. Inténtalo de nuevo o inicia sesión con tu contraseña.',
    passkey_expired: 'Esta página ha estado abierta demasiado tiempo o ya se ha usado. Inténtalo de nuevo.',
    sign_in_expired: 'Has tardado demasiado en elegir una contraseña. Inicia sesión de nuevo.',
    account_mismatch:
      'En este navegador hay una sesión iniciada con otra cuenta. Continúa con la cuenta que se muestra aquí o cierra antes la sesión.',
    confirmation_expired:
      'Esta confirmación ya se ha usado, ha tardado demasiado o ha terminado porque has cerrado la sesión, has vuelto a iniciarla o has cambiado la contraseña. Si tu dispositivo todavía no está conectado, vuelve a iniciar sesión.',
  },
  account: accountPage,
  apps: appPages,
  doors: doorPages,
  passkeys: passkeyWords,
  drops: dropWords,
};
