import type { Messages } from './en.ts';

export const pt: Messages = {
  form: {
    heading: 'Conteúdo de abertura única',
    lead: 'Alguém deixou isto para você. Só pode ser aberto uma vez e depois é apagado aqui. O texto aparece na próxima página; seu navegador salva o restante como arquivo, e esta página fica como está.',
    key: 'Chave',
    keyHint: 'Ela veio com o link ou por outro meio.',
    keyCame: 'A chave veio com o link',
    submit: 'Abrir agora',
    sent: 'Seu navegador está abrindo o conteúdo. Se ele salvou um arquivo, o conteúdo foi apagado aqui e você pode fechar esta página.',
  },
  opened: {
    heading: 'O conteúdo está aberto',
    text: 'Ele foi apagado aqui e não pode ser aberto de novo. Copie o que precisar antes de fechar esta página.',
    copy: 'Copiar o texto',
    copied: 'Copiado',
  },
  problems: {
    key_missing: 'Digite a chave.',
    key_wrong: 'Esta chave está errada. Nada foi gasto: confira a chave e tente de novo.',
  },
  ended: {
    nothing: {
      heading: 'Este link não leva a lugar nenhum',
      text: () =>
        'O link pode estar digitado errado, ou o conteúdo dele não existe mais. Peça um novo a quem o enviou.',
    },
    expired: {
      heading: 'Este conteúdo expirou',
      text: () => 'Ninguém o abriu a tempo, e ele foi apagado. Peça um novo link a quem o enviou.',
    },
    not_active: {
      heading: 'Este conteúdo não existe mais',
      text: () =>
        'Ele já foi aberto ou foi encerrado pelo dono. Se você não o abriu, avise quem enviou o link: outra pessoa pode ter lido.',
    },
    attempts_limited: {
      heading: 'Chaves erradas demais',
      text: (wait) =>
        `A abertura deste conteúdo está pausada aqui, e nada foi gasto. Você pode tentar de novo ${wait}.`,
    },
    throttled: {
      heading: 'Links demais foram abertos',
      text: (wait) => `Sua rede consultou muitos conteúdos em pouco tempo. Você pode tentar de novo ${wait}.`,
    },
    csrf_failed: {
      heading: 'Esta página está desatualizada',
      text: () =>
        'Ela pode ter ficado aberta por tempo demais, ou seu navegador bloqueia cookies. Nada foi aberto. Comece de novo para continuar.',
    },
    outcome_unknown: {
      heading: 'Não é certo que o conteúdo tenha sido aberto',
      text: () =>
        'A conexão com nosso banco de dados caiu na hora errada. Tente de novo: se o conteúdo não existir mais, peça um novo link a quem o enviou.',
    },
    unavailable: {
      heading: 'Esta página não está disponível agora',
      text: (wait) => `O problema é nosso. Tente de novo ${wait}.`,
    },
  },
};
