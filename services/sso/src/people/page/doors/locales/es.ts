import { html } from '@latchkey/pages';
import type { DoorMessages } from './en.ts';

const back =
  'Has iniciado sesión en este navegador. Si empezaste en otro dispositivo o en otro navegador, vuelve allí para continuar.';

export const es: DoorMessages = {
  forgot: '¿Has olvidado tu contraseña?',
  create: 'Crear una cuenta',
  quote: (text) => html`«${text}»`,
  goOn: 'Continuar',
  ask: {
    signup: {
      heading: 'Crear una cuenta',
      lead: 'Escribe tu correo electrónico. Te enviaremos un enlace para crear tu cuenta.',
    },
    reset: {
      heading: 'Elegir una contraseña nueva',
      lead: 'Escribe el correo electrónico de tu cuenta. Te enviaremos un enlace para elegir una contraseña nueva.',
    },
    ended: 'El enlace que abriste ha caducado o ya se usó. Aquí puedes pedir uno nuevo.',
    submit: 'Enviar el enlace',
  },
  sent: {
    heading: 'Mira tu correo',
    signup: (email) =>
      html`Un correo va de camino a ${email}. Abre el enlace que contiene antes de 24 horas.`,
    reset: (email) =>
      html`Si hay una cuenta para ${email}, un correo va de camino a esa dirección. Abre el enlace que
      contiene antes de 30 minutos.`,
    missing: '¿No llega nada en unos minutos? Mira en la carpeta de spam y comprueba la dirección.',
    otherAddress: 'Usar otra dirección',
    whenDone: 'Cuando hayas seguido el enlace, puedes continuar aquí.',
  },
  noMail: {
    heading: 'No se puede enviar ningún correo',
    text: 'Esta instalación no envía correos. Pide ayuda a un operador de esta instalación.',
  },
  closed: {
    invited: {
      heading: 'Necesitas una invitación',
      text: 'Las cuentas son para personas invitadas. Si tienes una invitación por correo, abre el enlace que contiene.',
    },
    off: { heading: 'Aquí no se crean cuentas', text: 'Pide ayuda a un operador de esta instalación.' },
  },
  waiting: {
    heading: 'Abre tu enlace',
    text: 'Todavía no se ha hecho nada. Usa el botón para abrir el enlace de tu correo.',
    open: 'Abrir el enlace',
  },
  noLink: {
    heading: 'Abre el enlace de tu correo',
    text: 'Este navegador no tiene ningún enlace para esta página: ya se usó, o se abrió hace más de 15 minutos. Si no has terminado, abre otra vez el enlace de tu correo.',
  },
  ended: {
    heading: 'Este enlace ya no funciona',
    signup: 'Ha caducado o ya se usó. Si creaste tu cuenta con él, inicia sesión.',
    invitation:
      'La invitación se respondió, se retiró o ha caducado. Si no la has respondido, pide una nueva a quien te invitó.',
    confirm:
      'Ha caducado o ya se usó. Si has confirmado tu dirección, no tienes que hacer nada más. Si no, puedes pedir un enlace nuevo en tu cuenta.',
    restore:
      'Ha caducado o ya se usó. Si fue usted quien restableció la dirección, elija ahora una contraseña nueva.',
  },
  isFor: (email) => html`Este enlace es para ${email}.`,
  signUp: {
    heading: 'Crea tu cuenta',
    name: 'Tu nombre',
    nameHint: 'Lo ven las personas de tus organizaciones.',
    passwordAgain: 'Contraseña, otra vez',
    submit: 'Crear la cuenta',
  },
  reset: {
    ends: 'Una contraseña nueva cierra la sesión en todos los navegadores y termina todos los dispositivos y aplicaciones.',
    submit: 'Guardar la contraseña',
  },
  invitation: {
    heading: 'Tienes una invitación',
    org: 'Organización',
    by: 'Te invita',
  },
  signIn: {
    heading: 'Ya tienes una cuenta',
    text: 'Inicia sesión con esta dirección para continuar.',
  },
  otherAccount: {
    heading: 'Hay otra cuenta con la sesión iniciada',
    text: 'No se ha hecho nada. Para continuar con el enlace, cierra primero la sesión.',
  },
  confirm: { heading: 'Confirma tu dirección', submit: 'Confirmar esta dirección' },
  restore: {
    heading: 'Restablecer esta dirección',
    lead: 'Alguien que conocía su contraseña le puso otra dirección a su cuenta. Esto restablece la dirección y pone fin a su contraseña y a todas las sesiones, dispositivos y aplicaciones. Después elige una contraseña nueva.',
    submit: 'Restablecer la dirección',
  },
  done: {
    signed_up: { heading: 'Tu cuenta está lista', text: back },
    password_set: { heading: 'Tu contraseña está guardada', text: back },
    accepted: { heading: 'Invitación aceptada', text: 'Ahora perteneces a esta organización.' },
    declined: { heading: 'Invitación rechazada', text: 'No se te ha añadido a esta organización.' },
    confirmed: { heading: 'Dirección confirmada', text: 'Gracias. No tienes que hacer nada más.' },
    restored: {
      heading: 'Su dirección está restablecida',
      text: 'Todas las sesiones han terminado y la contraseña anterior ya no sirve. Elija una nueva ahora.',
    },
  },
  welcome: {
    signed_up: 'Tu cuenta está lista.',
    joined: (org) => html`Tu cuenta está lista. Ahora perteneces a ${org}.`,
    password_set: 'Tu nueva contraseña está guardada.',
  },
  throttled: {
    heading: 'Demasiados correos',
    text: (wait) => `Se han pedido demasiados enlaces. Podrás volver a pedir uno ${wait}.`,
  },
  errors: {
    email_invalid: 'Esto no es un correo electrónico. Comprueba lo que has escrito.',
    name_refused: 'Escribe un nombre de una línea, con una letra o un número.',
    link_code_invalid:
      'Este código no es correcto. Escribe el que muestra ahora tu aplicación de autenticación, o un código de recuperación que no hayas usado.',
  },
};
