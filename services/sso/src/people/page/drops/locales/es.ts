import { html } from '@latchkey/pages';
import type { DropsMessages } from './en.ts';

export const es: DropsMessages = {
  lead: 'Entrega un secreto con un enlace que se abre una sola vez, o pide uno a alguien.',
  make: {
    heading: 'Enviar un secreto',
    text: 'Secreto',
    textHint: 'Hasta 64 KiB de texto. Para enviar un archivo, usa el comando latchkey drop put.',
    passphrase: 'Frase de contraseña (opcional)',
    passphraseHint:
      'Al menos 12 caracteres. Dásela al destinatario por otro medio, por ejemplo por teléfono.',
    notify: 'Enviarme un correo cuando se abra',
  },
  ask: {
    heading: 'Pedir un secreto',
    asks: '¿Qué pides?',
    asksHint: 'Quien abra el enlace verá esto y una parte de tu dirección de correo.',
    notify: 'Enviarme un correo cuando se rellene',
  },
  take: {
    heading: 'Abrir un secreto que pediste',
    link: 'Enlace',
    linkHint:
      'El enlace completo que creaste, con lo que sigue a #. El texto se muestra en la página siguiente; tu navegador guarda todo lo demás como archivo. Después se borra aquí.',
    submit: 'Abrir ahora',
  },
  term: 'Cuánto tiempo funciona el enlace',
  terms: { '3600': '1 hora', '86400': '1 día', '604800': '7 días', '2592000': '30 días' },
  label: 'Etiqueta (opcional)',
  labelHint: 'Solo tú la ves, en tu lista.',
  submit: 'Crear el enlace',
  made: {
    heading: 'Tu enlace está listo',
    once: 'Solo se muestra esta vez. Selecciónalo y cópialo ahora.',
    receives: 'Lo que ve el destinatario',
    page: (host) => html`Una página en ${host}. Dice que alguien ha dejado un contenido, y un botón lo abre.`,
    passphrase: 'Un campo para la frase de contraseña, que no está en el enlace.',
    opensOnce:
      'El secreto se abre una sola vez. Un programa que solo mira el enlace, como un filtro de correo, no gasta nada.',
    fills: (host) => html`Una página en ${host}. Dice lo que pides y tiene un campo para el secreto.`,
    keep: 'Guarda también el enlace: lo necesitas aquí para abrir lo que se rellenó.',
    back: 'Volver a tus enlaces',
  },
  opened: {
    heading: 'El secreto está abierto',
    text: 'Se ha borrado aquí y no se puede volver a abrir. Copia lo que necesites antes de salir de esta página.',
  },
  list: {
    heading: 'Tus enlaces',
    none: 'No has creado ningún enlace.',
    unnamed: 'Sin etiqueta',
    until: 'Hasta',
    taken: 'Abierto',
    takers: { you: 'por ti', account: 'con una cuenta', nobody: 'sin cuenta' },
    revoke: 'Revocar',
    remove: 'Quitar de la lista',
  },
  states: {
    reserved: 'Reservado',
    asked: 'A la espera de que se rellene',
    filled: 'Relleno: ábrelo con su enlace',
    active: 'A la espera de que se abra',
    consumed: 'Abierto',
    revoked: 'Revocado',
    expired: 'Caducado',
  },
  notices: {
    drop_revoked: 'El enlace está revocado y su secreto se ha borrado.',
    drop_removed: 'El enlace se ha quitado de la lista.',
  },
  problems: {
    secret_missing: 'Escribe el secreto.',
    secret_long: 'Este texto supera los 64 KiB. Envíalo como archivo, con el comando latchkey drop put.',
    link_wrong:
      'No es un enlace tuyo, o su clave es incorrecta. No se ha gastado nada: copia el enlace completo.',
    drop_made:
      'Este formulario ya se envió, y la respuesta mostró el enlace. Si no tienes el enlace, revócalo abajo y envía el formulario otra vez.',
    drop_ended:
      'No hay nada que abrir. Aún no se ha rellenado, ya se abrió, se revocó o ha caducado: mira la lista.',
    drops_full: 'Tienes tantos enlaces como es posible aquí. Revoca los que no necesites.',
    drop_unknown: 'No es seguro que el secreto se haya abierto: mira la lista.',
    drops_down:
      'Los enlaces de un solo uso no están disponibles ahora. Lo que escribiste no se ha perdido: inténtalo de nuevo en un momento.',
  },
  events: {
    drop_made: 'Secreto guardado',
    drop_filled: 'Secreto pedido introducido',
    drop_taken: 'Secreto abierto',
    drop_closed: 'Demasiadas claves incorrectas para un secreto',
    drop_ended: 'Secreto retirado',
    drop_expired: 'Secreto caducado',
  },
};
