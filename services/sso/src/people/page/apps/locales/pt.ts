import { html } from '@latchkey/pages';
import type { AppMessages } from './en.ts';

export const pt: AppMessages = {
  onThisComputer: 'um aplicativo neste computador',
  leadsTo: 'Leva a',
  signIn: {
    lead: (client, place) => html`Para continuar em ${client} (${place}).`,
    again: (client, place) => html`Confirme sua senha para continuar em ${client} (${place}).`,
  },
  ask: {
    warningLead: 'Autorize somente se você estava entrando neste aplicativo.',
    warning: 'Ele poderá usar sua conta assim até você encerrar o acesso dele na sua conta.',
    allow: 'Autorizar',
    deny: 'Recusar',
  },
  refused: {
    denied: {
      heading: 'Acesso recusado',
      text: (client) => html`${client} não recebeu acesso à sua conta.`,
    },
    other: {
      heading: 'Esta entrada não pode continuar',
      text: (client) => html`${client} não recebeu acesso à sua conta. O pedido foi recusado:`,
    },
    back: (place) => html`Voltar: ${place}`,
  },
  broken: {
    heading: 'Este link de entrada não funciona',
    text: 'Nada foi feito, e você não será levado adiante, porque não é certo de onde veio o pedido. Volte ao aplicativo e comece de novo. Se isso não ajudar, quem fez o aplicativo precisa desta frase:',
  },
  waiting: {
    heading: 'Abra esta página para entrar',
    text: 'Ela só abre em uma janela própria, não dentro de outra página.',
    open: 'Abrir',
  },
  leaving: {
    heading: 'Um momento',
    text: 'Você está sendo levado adiante. Se nada acontecer, use este link.',
    goOn: 'Continuar',
  },
  signOut: {
    heading: (client) => html`Sair de ${client} e deste navegador?`,
    lead: 'Outros dispositivos e aplicativos que usam sua conta continuam conectados.',
  },
  connected: 'Conexão',
  roads: { device: 'com o código de um dispositivo', browser: 'entrando pelo navegador' },
};
