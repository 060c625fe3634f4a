import { html } from '@latchkey/pages';
import type { DropsMessages } from './en.ts';

export const pt: DropsMessages = {
  lead: 'Entregue um segredo por um link que abre uma única vez, ou peça um a alguém.',
  make: {
    heading: 'Enviar um segredo',
    text: 'Segredo',
    textHint: 'Até 64 KiB de texto. Para enviar um arquivo, use o comando latchkey drop put.',
    passphrase: 'Frase secreta (opcional)',
    passphraseHint: 'Pelo menos 12 caracteres. Passe-a ao destinatário por outro meio, como por telefone.',
    notify: 'Enviar-me um e-mail quando for aberto',
  },
  ask: {
    heading: 'Pedir um segredo',
    asks: 'O que você pede?',
    asksHint: 'Quem abrir o link verá isto e uma parte do seu endereço de e-mail.',
    notify: 'Enviar-me um e-mail quando for preenchido',
  },
  take: {
    heading: 'Abrir um segredo que você pediu',
    link: 'Link que você criou',
    linkHint:
      'O link inteiro que você criou, com o que vem depois de #. Texto é mostrado na próxima página; seu navegador salva todo o resto como arquivo. Depois ele é apagado aqui.',
    submit: 'Abrir agora',
  },
  term: 'Por quanto tempo o link funciona',
  terms: { '3600': '1 hora', '86400': '1 dia', '604800': '7 dias', '2592000': '30 dias' },
  label: 'Etiqueta (opcional)',
  labelHint: 'Só você a vê, na sua lista.',
  submit: 'Criar o link',
  made: {
    heading: 'Seu link está pronto',
    once: 'Ele é mostrado só desta vez. Selecione-o e copie-o agora.',
    receives: 'O que o destinatário vê',
    page: (host) => html`Uma página em ${host}. Ela diz que alguém deixou um conteúdo, e um botão o abre.`,
    passphrase: 'Um campo para a frase secreta, que não está no link.',
    opensOnce:
      'O segredo abre uma única vez. Um programa que só olha o link, como um filtro de e-mail, não gasta nada.',
    fills: (host) => html`Uma página em ${host}. Ela diz o que você pede e tem um campo para o segredo.`,
    keep: 'Guarde também o link: você precisa dele aqui para abrir o que foi preenchido.',
    back: 'Voltar aos seus links',
  },
  opened: {
    heading: 'O segredo está aberto',
    text: 'Ele foi apagado aqui e não pode ser aberto de novo. Copie o que precisar antes de sair desta página.',
  },
  list: {
    heading: 'Seus links',
    none: 'Você não criou nenhum link.',
    unnamed: 'Sem etiqueta',
    until: 'Até',
    taken: 'Aberto',
    takers: { you: 'por você', account: 'com uma conta', nobody: 'sem conta' },
    revoke: 'Revogar',
    remove: 'Remover da lista',
  },
  states: {
    reserved: 'Reservado',
    asked: 'Aguarda ser preenchido',
    filled: 'Preenchido: abra-o com o link dele',
    active: 'Aguarda ser aberto',
    consumed: 'Aberto',
    revoked: 'Revogado',
    expired: 'Expirado',
  },
  notices: {
    drop_revoked: 'O link foi revogado e o segredo dele foi apagado.',
    drop_removed: 'O link foi removido da lista.',
  },
  problems: {
    secret_missing: 'Digite o segredo.',
    secret_long: 'Este texto passa de 64 KiB. Envie-o como arquivo, com o comando latchkey drop put.',
    link_wrong: 'Este não é um link seu, ou a chave dele está errada. Nada foi gasto: copie o link inteiro.',
    drop_made:
      'Este formulário já foi enviado, e a resposta mostrou o link. Se você não tem o link, revogue-o abaixo e envie o formulário de novo.',
    drop_ended:
      'Não há nada para abrir. Ainda não foi preenchido, já foi aberto, foi revogado ou expirou: veja a lista.',
    drops_full: 'Você tem tantos links quantos são possíveis aqui. Revogue os de que não precisa.',
    drop_unknown: 'Não é certo que o segredo tenha sido aberto: veja a lista.',
    drops_down:
      'Os links de uso único não estão disponíveis agora. O que você digitou não se perdeu: tente de novo em instantes.',
  },
  events: {
    drop_made: 'Segredo guardado',
    drop_filled: 'Segredo pedido preenchido',
    drop_taken: 'Segredo aberto',
    drop_closed: 'Chaves erradas demais para um segredo',
    drop_ended: 'Segredo retirado',
    drop_expired: 'Segredo expirado',
  },
};
