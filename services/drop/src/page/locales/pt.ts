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
  fill: {
    heading: 'Entregar um segredo',
    never: 'Nunca uma senha sua.',
    neverMore:
      'Quem pede uma senha aqui não tem boas intenções: digite só o que foi feito para ser entregue.',
    who: 'Quem pede',
    org: 'a organização {name}',
    app: 'o aplicativo {name}',
    what: 'Para quê',
    until: 'Até',
    text: 'O segredo',
    textHint: 'Ele é selado com a chave do seu link. Só quem pede pode abri-lo, uma vez.',
    submit: 'Entregar',
    sent: 'Seu navegador está enviando o segredo.',
    report: 'Você não sabe quem pede, ou acha estranho? Feche esta página e',
    reportLink: 'denuncie',
  },
  filled: {
    heading: 'O segredo foi entregue',
    text: 'Agora só quem pediu pode abri-lo. Você pode fechar esta página.',
  },
  problems: {
    text_missing: 'Digite o segredo.',
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
    lapsed: {
      heading: 'Ninguém mais espera este segredo',
      text: () => 'Ele não foi preenchido a tempo. Peça um link novo a quem o enviou.',
    },
    filled_before: {
      heading: 'Não há mais nada a preencher aqui',
      text: () =>
        'Alguém já preencheu, ou quem pediu encerrou o pedido. Se não foi você, avise quem enviou o link: outra pessoa pode tê-lo usado.',
    },
    fill_paused: {
      heading: 'Chaves erradas demais',
      text: (wait) =>
        `O preenchimento está em pausa aqui, e nada foi gasto. Você pode tentar de novo ${wait}.`,
    },
    full: {
      heading: 'Quem pede não tem espaço',
      text: () =>
        'Nada foi entregue. Avise quem enviou o link: outros segredos precisam ser abertos ou apagados antes.',
    },
    fill_unknown: {
      heading: 'Não é certo que o segredo tenha sido entregue',
      text: () =>
        'A conexão com nosso banco de dados caiu na hora errada. Comece de novo: se não houver mais nada a preencher, ele foi entregue.',
    },
    too_large: {
      heading: 'Isto é longo demais para esta página',
      text: (limit: string) =>
        `O que foi enviado passa de ${limit}, o máximo desta página. Nada foi aberto nem entregue. Arquivos e textos longos são entregues com o comando “latchkey drop fill”.`,
    },
    throttled: {
      heading: 'Links demais foram abertos',
      text: (wait) => `Sua rede consultou muitos conteúdos em pouco tempo. Você pode tentar de novo ${wait}.`,
    },
    csrf_failed: {
      heading: 'Esta página está desatualizada',
      text: () =>
        'Ela pode ter ficado aberta por tempo demais, ou seu navegador bloqueia cookies. Nada foi aberto nem entregue. Comece de novo para continuar.',
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
