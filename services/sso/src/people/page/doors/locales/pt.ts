import { html } from '@latchkey/pages';
import type { DoorMessages } from './en.ts';

const back =
  'Você entrou neste navegador. Se começou em outro dispositivo ou em outro navegador, volte para lá para continuar.';

export const pt: DoorMessages = {
  forgot: 'Esqueceu sua senha?',
  create: 'Criar uma conta',
  quote: (text) => html`“${text}”`,
  goOn: 'Continuar',
  ask: {
    signup: {
      heading: 'Criar uma conta',
      lead: 'Digite seu e-mail. Enviaremos um link para você criar sua conta.',
    },
    reset: {
      heading: 'Definir uma nova senha',
      lead: 'Digite o e-mail da sua conta. Enviaremos um link para você definir uma nova senha.',
    },
    ended: 'O link que você abriu expirou ou já foi usado. Você pode pedir um novo aqui.',
    submit: 'Enviar o link',
  },
  sent: {
    heading: 'Veja seu e-mail',
    signup: (email) => html`Um e-mail está a caminho de ${email}. Abra o link que está nele em até 24 horas.`,
    reset: (email) =>
      html`Se houver uma conta para ${email}, um e-mail está a caminho desse endereço. Abra o link que está
      nele em até 30 minutos.`,
    missing: 'Nada depois de alguns minutos? Olhe a pasta de spam e confira o endereço acima.',
    otherAddress: 'Usar outro endereço',
    whenDone: 'Depois de seguir o link, você pode continuar aqui.',
  },
  noMail: {
    heading: 'Nenhum e-mail pode ser enviado',
    text: 'Esta instalação não envia e-mails. Peça ajuda a um operador desta instalação.',
  },
  closed: {
    invited: {
      heading: 'Você precisa de um convite',
      text: 'As contas são para pessoas convidadas. Se você recebeu um convite por e-mail, abra o link que está nele.',
    },
    off: { heading: 'Aqui não se criam contas', text: 'Peça ajuda a um operador desta instalação.' },
  },
  waiting: {
    heading: 'Abra seu link',
    text: 'Nada foi feito ainda. Use o botão para abrir o link do seu e-mail.',
    open: 'Abrir o link',
  },
  noLink: {
    heading: 'Abra o link do seu e-mail',
    text: 'Este navegador não tem um link para esta página: ele foi usado, ou foi aberto há mais de 15 minutos. Se você não terminou, abra de novo o link do seu e-mail.',
  },
  ended: {
    heading: 'Este link não funciona mais',
    signup: 'Ele expirou ou já foi usado. Se você criou sua conta com ele, entre.',
    invitation:
      'O convite foi respondido, foi retirado ou expirou. Se você não respondeu, peça um novo à pessoa que convidou você.',
    confirm:
      'Ele expirou ou já foi usado. Se você confirmou seu endereço, não precisa fazer mais nada. Se não, você pode pedir um novo link na sua conta.',
    restore:
      'Ele expirou ou já foi usado. Se foi você que restaurou o endereço, escolha agora uma nova senha.',
  },
  isFor: (email) => html`Este link é para ${email}.`,
  signUp: {
    heading: 'Crie sua conta',
    name: 'Seu nome',
    nameHint: 'As pessoas das suas organizações veem esse nome.',
    passwordAgain: 'Senha, mais uma vez',
    submit: 'Criar conta',
  },
  reset: {
    ends: 'Uma nova senha encerra a sessão em todos os navegadores e o acesso de todos os dispositivos e aplicativos.',
    submit: 'Salvar a senha',
  },
  invitation: {
    heading: 'Você foi convidado',
    org: 'Organização',
    by: 'Convite de',
  },
  signIn: {
    heading: 'Você já tem uma conta',
    text: 'Entre com este endereço para continuar.',
  },
  otherAccount: {
    heading: 'Outra conta está conectada',
    text: 'Nada foi feito. Para continuar com o link, saia primeiro.',
  },
  confirm: { heading: 'Confirme seu endereço', submit: 'Confirmar este endereço' },
  restore: {
    heading: 'Restaurar este endereço',
    lead: 'Alguém que sabia sua senha deu outro endereço à sua conta. Isto restaura o endereço e encerra sua senha e todos os acessos, dispositivos e apps. Depois você escolhe uma nova senha.',
    submit: 'Restaurar o endereço',
  },
  done: {
    signed_up: { heading: 'Sua conta está pronta', text: back },
    password_set: { heading: 'Sua senha está salva', text: back },
    accepted: { heading: 'Convite aceito', text: 'Agora você faz parte desta organização.' },
    declined: { heading: 'Convite recusado', text: 'Você não foi adicionado a esta organização.' },
    confirmed: { heading: 'Endereço confirmado', text: 'Obrigado. Você não precisa fazer mais nada.' },
    restored: {
      heading: 'Seu endereço foi restaurado',
      text: 'Todos os acessos foram encerrados e a senha antiga não funciona mais. Escolha uma nova agora.',
    },
  },
  welcome: {
    signed_up: 'Sua conta está pronta.',
    joined: (org) => html`Sua conta está pronta. Agora você faz parte de ${org}.`,
    password_set: 'Sua nova senha está salva.',
  },
  throttled: {
    heading: 'E-mails demais',
    text: (wait) => `Foram pedidos links demais. Você poderá pedir outro ${wait}.`,
  },
  errors: {
    email_invalid: 'Isto não é um e-mail. Confira o que você digitou.',
    name_refused: 'Digite um nome de uma linha, com uma letra ou um número.',
    link_code_invalid:
      'Este código não está correto. Digite o que seu aplicativo autenticador mostra agora, ou um código de recuperação que você ainda não usou.',
  },
};
