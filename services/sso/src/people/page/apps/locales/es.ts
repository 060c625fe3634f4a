import { html } from '@latchkey/pages';
import type { AppMessages } from './en.ts';

export const es: AppMessages = {
  onThisComputer: 'una aplicación en este equipo',
  leadsTo: 'Lleva a',
  signIn: {
    lead: (client, place) => html`Para continuar a ${client} (${place}).`,
    again: (client, place) => html`Confirma tu contraseña para continuar a ${client} (${place}).`,
  },
  ask: {
    warningLead: 'Permítelo solo si estabas iniciando sesión en esta aplicación.',
    warning: 'Podrá usar tu cuenta así hasta que termines su acceso en tu cuenta.',
    allow: 'Autorizar',
    deny: 'Rechazar',
  },
  refused: {
    denied: {
      heading: 'Acceso denegado',
      text: (client) => html`${client} no obtuvo acceso a tu cuenta.`,
    },
    other: {
      heading: 'Este inicio de sesión no puede seguir',
      text: (client) => html`${client} no obtuvo acceso a tu cuenta. Se rechazó su solicitud:`,
    },
    back: (place) => html`Volver: ${place}`,
  },
  broken: {
    heading: 'Este enlace de inicio de sesión no funciona',
    text: 'No se ha hecho nada, y no se te lleva a otro sitio, porque no es seguro de dónde viene la solicitud. Vuelve a la aplicación y empieza de nuevo. Si eso no ayuda, su autor necesita esta frase:',
  },
  waiting: {
    heading: 'Abre esta página para iniciar sesión',
    text: 'Solo se abre en una ventana propia, no dentro de otra página.',
    open: 'Abrir',
  },
  leaving: {
    heading: 'Un momento',
    text: 'Te estamos llevando al siguiente paso. Si no pasa nada, usa este enlace.',
    goOn: 'Continuar',
  },
  signOut: {
    heading: (client) => html`¿Cerrar la sesión de ${client} y de este navegador?`,
    lead: 'Los demás dispositivos y aplicaciones que usan tu cuenta seguirán conectados.',
  },
  connected: 'Conexión',
  roads: { device: 'con el código de un dispositivo', browser: 'con un inicio de sesión en el navegador' },
};
