import { html } from '@latchkey/pages';
import { pt as accountPage } from '../account/locales/pt.ts';
import { pt as appPages } from '../apps/locales/pt.ts';
import { pt as doorPages } from '../doors/locales/pt.ts';
import { pt as dropWords } from '../drops/locales/pt.ts';
import { pt as passkeyWords } from '../passkeys/locales/pt.ts';
import type { Messages } from './en.ts';

export const pt: Messages = {
  unnamedClient: 'Aplicativo sem nome',
  enter: {
    heading: 'Conectar um dispositivo',
    headingFor: (client) => html`${client} pede acesso à sua conta`,
    lead: 'Digite o código mostrado no seu dispositivo ou aplicativo e entre na sua conta. Você verá o que está sendo pedido antes de autorizar.',
    leadFor:
      'Entre na sua conta para analisar este pedido. Nada é autorizado até você confirmar na próxima página.',
    code: 'Código',
    codeHint: '8 letras, por exemplo BCDF-GHJK.',
    codeHintFor: 'Confira se o seu dispositivo mostra este mesmo código.',
    codeWarning: 'Nunca use um código que alguém enviou ou ditou para você.',
    email: 'E-mail',
    signedInAs: (account) => html`Conectado como ${account}`,
    otherAccount: 'Usar outra conta',
    password: 'Senha',
    addressCheck: (host) =>
      html`Antes de digitar, confira se a barra de endereço do navegador mostra ${host}.`,
    oneTimeCode: 'Código de uso único ou de recuperação',
    oneTimeCodeOffer: 'Minha conta usa um código de uso único',
    oneTimeCodeHint: 'Do seu aplicativo autenticador, ou um dos seus códigos de recuperação.',
    newPassword: 'Nova senha',
    newPasswordAgain: 'Nova senha, mais uma vez',
    submit: 'Continuar',
    leadSignedIn:
      'Confirme sua senha para ver este pedido. Nada é autorizado até você confirmar na próxima página.',
  },
  choosePassword: {
    heading: 'Escolha a sua senha',
    lead: (account) =>
      html`Você entrou como ${account} com uma senha provisória. Escolha uma senha sua: a partir de agora, é
      com ela que você entra.`,
  },
  request: {
    scopesLead: 'Este aplicativo poderia:',
    scopesFold: (count) => `Ver mais ${count}`,
    account: 'Conta',
    registered: 'Registrado',
    byInstallation: 'parte deste serviço',
    byOrg: (name) => html`por ${name}`,
    byPerson: 'por uma pessoa',
    device: 'Dispositivo',
    callsItself: (name) => html`diz chamar-se ${name}`,
    requestedAt: 'Pedido feito',
    requestedFrom: 'Origem',
    fromDevice: (name) => html`um dispositivo que diz chamar-se ${name}`,
    fromProgram: (name) => html`com ${name}`,
    sameNetwork: 'na rede deste navegador',
    otherNetwork: 'em uma rede diferente da deste navegador',
    visitorFrom: 'Origem, segundo o aplicativo',
    worksAt: 'Válido em',
    details: 'Detalhes',
  },
  scopes: {
    openid: 'saber qual é a sua conta',
    profile: 'ver seu nome e seu perfil',
    email: 'ver seu endereço de e-mail',
    groups: 'ver de quais grupos você faz parte',
    offline_access: 'continuar conectado quando você não o estiver usando',
    account: 'ver e encerrar suas sessões, dispositivos e aplicativos, e mudar como você entra',
    clients: 'gerenciar os aplicativos que você registrou e as conexões deles',
    orgs: 'ver e gerenciar as pessoas das suas organizações',
    admin: 'gerenciar todos os usuários e os dados deles',
    drops: 'guardar, ler e excluir seus conteúdos de abertura única',
    other: (scope) => html`usar a permissão ${scope}`,
    identity: 'saber quem você é: nome, perfil e e-mail',
  },
  confirm: {
    title: 'Confirmar acesso',
    heading: (client) => html`Permitir que ${client} use a sua conta?`,
    headingAdmin: (client) => html`Permitir que ${client} gerencie tudo aqui por 10 minutos?`,
    codeCheck: 'Seu dispositivo deve mostrar este código',
    warningLead: 'Continue somente se você mesmo iniciou isto no seu próprio dispositivo.',
    warning: (house) => `A equipe ${house} nunca pedirá este código.`,
    otherNetwork:
      'Seu dispositivo e este navegador estão em redes diferentes. Se você não esperava isso, negue o pedido.',
    approve: 'Autorizar',
    deny: 'Recusar',
  },
  adminRefused: {
    not_operator:
      'Ele também pede para gerenciar todos os usuários e os dados deles. Não recebe isso, porque sua conta não é de operador.',
    no_one_time_code:
      'Ele também pede para gerenciar todos os usuários e os dados deles. Não recebe isso, porque você entrou sem um código de uso único nem uma chave de acesso. Configure um dos dois na sua conta e conecte-o de novo.',
    no_passkey:
      'Ele também pede para gerenciar todos os usuários e os dados deles. Não recebe isso, porque você entrou sem uma chave de acesso. Entre com uma chave de acesso e conecte-o de novo.',
    other_network:
      'Ele também pede para gerenciar todos os usuários e os dados deles. Não recebe isso, porque seu dispositivo e este navegador estão em redes diferentes. Comece de novo em um dispositivo desta rede ou peça a quem administra esta instalação que declare as duas redes como um só lugar.',
    device_off:
      'Ele também pede para gerenciar todos os usuários e os dados deles. Não recebe isso, porque aqui nenhum dispositivo pode tê-lo.',
    no_confirmation:
      'Ele também pede para gerenciar todos os usuários e os dados deles. Não recebe isso, porque o dispositivo não consegue pedir o número que aqui deve ser digitado nele. Atualize o aplicativo e conecte-o de novo.',
  },
  number: {
    heading: 'Digite este número no seu dispositivo',
    lead: (client) => html`${client} terá acesso à sua conta assim que receber este número.`,
    label: 'Número a digitar',
    warningLead: 'Digite-o somente no dispositivo à sua frente.',
    warning: (house) => `Ninguém de ${house} o pede.`,
    noDevice: 'Se nenhum dispositivo à sua frente pedir um número, escolha “Parar”.',
    stop: 'Parar',
    look: 'Ver de novo',
  },
  done: {
    approved: {
      heading: 'Acesso autorizado',
      text: (client) =>
        html`${client} já pode usar a sua conta. Você pode fechar esta página e voltar ao seu dispositivo.`,
    },
    denied: {
      heading: 'Acesso recusado',
      text: (client) =>
        html`${client} não recebeu acesso à sua conta. Você pode fechar esta página; não é preciso fazer mais
        nada.`,
    },
  },
  failed: {
    not_found: {
      heading: 'Não há nenhuma página aqui',
      text: () => 'Confira se o endereço está correto ou continue a partir de uma destas páginas.',
    },
    code_invalid: {
      heading: 'Este código não funciona',
      text: () =>
        'Ele pode ter sido digitado errado, expirado ou já ter sido usado. Gere um novo código no seu dispositivo e tente de novo.',
    },
    other_network: {
      heading: 'Este aplicativo só pode ser conectado por perto',
      text: () =>
        'O dispositivo e este navegador estão em redes diferentes, e este aplicativo não permite isso. Nada foi aprovado. Para continuar, abra esta página em um navegador na rede do seu dispositivo, por exemplo no mesmo Wi-Fi.',
    },
    device_sign_in_off: {
      heading: 'Sua conta não aceita novos dispositivos',
      text: () =>
        'Você desativou isso na sua conta. Nada foi aprovado. Se quiser conectar este dispositivo, permita dispositivos novamente na sua conta e recomece aqui. Se não foi você que começou, não precisa fazer mais nada.',
    },
    attempts_exhausted: {
      heading: 'Este pedido foi encerrado',
      text: () =>
        'Houve tentativas de login incorretas demais com este código. Nada foi autorizado. Para tentar de novo, gere um novo código no seu dispositivo.',
    },
    number_wrong: {
      heading: 'O número estava errado',
      text: () =>
        'Um número errado foi digitado duas vezes no dispositivo, por isso ele não recebeu acesso. Para tentar de novo, gere um novo código no seu dispositivo. Se não foi você quem o digitou, outra pessoa quis entrar na sua conta.',
    },
    too_large: {
      heading: 'É longo demais',
      text: (limit: string) =>
        `O que foi enviado passa de ${limit}, o máximo desta página. Nada foi alterado.`,
    },
    csrf_mismatch: {
      heading: 'Esta página não é mais válida',
      text: () =>
        'Ela pode ter ficado aberta por tempo demais, ou o navegador está bloqueando cookies. Nada foi alterado. Comece de novo para continuar.',
    },
    throttled: {
      heading: 'Tentativas demais',
      text: (wait) =>
        `Para proteger as contas, o login está pausado aqui. Você poderá tentar de novo ${wait}.`,
    },
    too_many_approvals: {
      heading: 'Dispositivos demais em uma hora',
      text: (wait) =>
        `Sua conta já aceitou o máximo de dispositivos permitido em uma hora. Nada foi aprovado. Você pode tentar de novo ${wait}. Se não foi você que conectou todos eles, mude sua senha.`,
    },
    unavailable: {
      heading: (house) => `${house} não está disponível no momento`,
      text: (wait) => `O problema é nosso e nada foi autorizado. Tente de novo ${wait}.`,
    },
  },
  session: {
    title: 'Sua sessão',
    lead: 'Saia da conta se outras pessoas usam este navegador. Os dispositivos e aplicativos que você autorizou continuam conectados.',
    signOut: 'Sair',
    signedOut: 'Você não está conectado',
  },
  newPassword: {
    hint: (least) =>
      `Pelo menos ${least} caracteres. Que não seja uma senha comum, nem seu nome ou endereço.`,
    new_password_short: (least) => `Esta senha é curta demais. Use pelo menos ${least} caracteres.`,
    new_password_long: 'Esta senha é longa demais. Use no máximo 256 caracteres.',
    new_password_common: 'Muita gente usa esta senha, por isso é fácil adivinhá-la. Escolha outra.',
    new_password_own_name: (house) => `Esta senha é seu nome, seu endereço ou “${house}”. Escolha outra.`,
    new_password_same: 'Esta é a sua senha antiga. Escolha uma nova.',
    new_passwords_differ: 'As duas novas senhas são diferentes. Digite a mesma duas vezes.',
  },
  errors: {
    code_missing: 'Digite o código mostrado no seu dispositivo.',
    code_invalid:
      'Este código não funciona. Ele pode ter sido digitado errado, expirado ou já ter sido usado. Confira-o ou gere um novo no seu dispositivo.',
    code_from_address:
      'Para este pedido, um código vindo de um link não é aceito. Digite o código que o seu próprio dispositivo mostra.',
    email_missing: 'Digite seu e-mail.',
    password_missing: 'Digite sua senha.',
    password_wrong: 'Esta senha não está correta.',
    credentials_invalid: 'O e-mail, a senha ou o código de uso único está incorreto.',
    one_time_code_required: 'Esta conta exige um código de uso único. Digite-o junto com a sua senha.',
    passkey_refused: 'Esta chave de acesso não foi aceita. Tente de novo ou entre com sua senha.',
    passkey_expired: 'Esta página ficou aberta por tempo demais ou já foi usada. Tente de novo.',
    sign_in_expired: 'A escolha da senha demorou demais. Entre de novo.',
    account_mismatch:
      'Outra conta está conectada neste navegador. Continue com a conta mostrada aqui ou saia dela primeiro.',
    confirmation_expired:
      'Esta confirmação já foi usada, demorou demais ou terminou porque você saiu da conta, entrou novamente ou mudou a senha. Se o seu dispositivo ainda não estiver conectado, entre na sua conta novamente.',
  },
  account: accountPage,
  apps: appPages,
  doors: doorPages,
  passkeys: passkeyWords,
  drops: dropWords,
};
