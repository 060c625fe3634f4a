import type { Texts } from './en.ts';

export const pt: Texts = {
  tag: 'pt-BR',
  quotes: ['“', '”'],
  asked: {
    sign_up: {
      subject: 'Conclua seu cadastro',
      what: 'Alguém, provavelmente você, quer criar uma conta com este endereço. Siga o link para continuar.',
      button: 'Criar minha conta',
      ifNotYou: 'Se não foi você, não faça nada: sem o link nenhuma conta é criada.',
    },
    confirm: {
      subject: 'Confirme seu endereço',
      what: 'Alguém, provavelmente você, informou este endereço para uma conta. Siga o link para confirmar que ele é seu.',
      button: 'Confirmar meu endereço',
      ifNotYou: 'Se não foi você, não faça nada: o endereço continua sem confirmação.',
    },
    already_account: {
      subject: 'Você já tem uma conta',
      what: 'Alguém, provavelmente você, quis se cadastrar com este endereço. Ele já tem uma conta. Você pode entrar ou escolher uma nova senha aqui: {reset}',
      button: 'Entrar',
      ifNotYou: 'Se não foi você, não faça nada: nada mudou.',
    },
    invitation: {
      subject: 'Você recebeu um convite para uma organização',
      what: 'Você foi convidado a participar de uma organização. {name} em {host} é o serviço pelo qual as pessoas entram na conta e conectam seus dispositivos.',
      button: 'Ver o convite',
      ifNotYou: 'Se você não conhece quem convida, não faça nada: o convite termina por si só.',
    },
    invitation_account: {
      subject: 'Você recebeu um convite para criar uma conta',
      what: 'Você foi convidado a criar uma conta. {name} em {host} é o serviço pelo qual as pessoas entram na conta e conectam seus dispositivos.',
      button: 'Ver o convite',
      ifNotYou: 'Se você não conhece quem convida, não faça nada: o convite termina por si só.',
    },
    reset: {
      subject: 'Escolha uma nova senha',
      what: 'Alguém, provavelmente você, pediu uma nova senha para sua conta.',
      button: 'Escolher uma nova senha',
      ifNotYou: 'Se não foi você, não faça nada: sua senha continua a mesma.',
    },
    ask_operator: {
      subject: 'Sua senha não pode ser redefinida por e-mail',
      what: 'Alguém, provavelmente você, pediu uma nova senha para sua conta. A conta é de um operador e não tem código de uso único, por isso nenhum e-mail pode redefini-la. Peça a outro operador ou use o comando “latchkey-user-api operators reset”.',
      button: null,
      ifNotYou: 'Se não foi você, não faça nada: sua senha continua a mesma.',
    },
    email_taken: {
      subject: 'Este endereço já tem uma conta',
      what: 'Alguém, provavelmente você, quis usar este endereço em outra conta. Ele já tem uma conta, por isso nada mudou.',
      button: null,
      ifNotYou: 'Se não foi você, não faça nada: nada mudou.',
    },
    email_changed: {
      subject: 'O endereço da sua conta foi alterado',
      what: 'Sua conta tem agora outro endereço de e-mail. Se não foi você, siga o link: ele restaura este endereço e encerra sua senha e todos os acessos.',
      button: 'Restaurar meu endereço',
      ifNotYou: 'Se foi você que o alterou, não faça nada.',
    },
  },
  invitedTo: 'Você foi convidado para {org}',
  copyAddress: 'Ou copie este endereço:',
  notices: {
    password_changed: { subject: 'Sua senha foi alterada', what: 'A senha da sua conta foi alterada.' },
    codes_on: {
      subject: 'Os códigos de uso único estão ativados',
      what: 'Os códigos de uso único da sua conta foram ativados. A partir de agora, um deles é pedido para entrar.',
    },
    codes_off: {
      subject: 'Os códigos de uso único estão desativados',
      what: 'Os códigos de uso único da sua conta foram desativados. Agora só a senha é pedida para entrar.',
    },
    recovery_used: {
      subject: 'Um código de recuperação foi usado',
      what: 'Um dos códigos de recuperação da sua conta foi usado no lugar de um código de uso único. Ele não pode ser usado de novo.',
    },
    recovery_replaced: {
      subject: 'Seus códigos de recuperação foram substituídos',
      what: 'Sua conta recebeu novos códigos de recuperação. Os antigos não funcionam mais.',
    },
    passkey_added: {
      subject: 'Uma chave de acesso foi adicionada',
      what: 'Uma chave de acesso foi adicionada à sua conta. Com ela é possível entrar sem a senha e sem código de uso único.',
    },
    passkey_removed: {
      subject: 'Uma chave de acesso foi removida',
      what: 'Uma chave de acesso foi removida da sua conta. As sessões abertas antes com ela continuam abertas.',
    },
    passkey_refused: {
      subject: 'Uma chave de acesso pode ter sido copiada',
      what: 'Uma entrada com uma chave de acesso da sua conta foi recusada, porque parece existir uma cópia dessa chave. A chave continua funcionando: se você não souber o motivo, remova-a.',
    },
    passkeys_ended: {
      subject: 'Todas as chaves de acesso foram removidas',
      what: 'Todas as chaves de acesso da sua conta foram removidas. Nenhuma delas permite mais entrar.',
    },
    locked: {
      subject: 'Muitas senhas erradas',
      what: 'Muitas senhas erradas foram digitadas para sua conta. Por enquanto, você só pode entrar com navegadores e dispositivos que já usou.',
    },
    deleted: {
      subject: 'Sua conta foi excluída',
      what: 'Sua conta foi excluída. Todos os seus acessos, dispositivos e aplicativos foram encerrados.',
    },
    password_reset: {
      subject: 'Um operador redefiniu sua senha',
      what: 'Um operador deu à sua conta uma senha temporária. Todos os seus acessos foram encerrados.',
    },
    codes_reset: {
      subject: 'Um operador desativou seus códigos de uso único',
      what: 'Um operador desativou os códigos de uso único da sua conta. Agora só a senha é pedida para entrar.',
    },
    passkeys_reset: {
      subject: 'Um operador removeu suas chaves de acesso',
      what: 'Um operador removeu todas as chaves de acesso da sua conta. Nenhuma delas permite mais entrar.',
    },
    device: {
      subject: 'Um dispositivo recebeu acesso à sua conta',
      what: 'Um dispositivo ou aplicativo recebeu acesso à sua conta com algo novo: o aplicativo, o nome do dispositivo ou a rede dele.',
    },
    number_wrong: {
      subject: 'Um número errado impediu o acesso de um dispositivo',
      what: 'Um dispositivo ia receber acesso à sua conta, e um número errado foi digitado nele duas vezes. Ele não recebeu acesso. Se você não iniciou isto, outra pessoa enviou o código a você.',
    },
    app: {
      subject: 'Você entrou em um aplicativo',
      what: 'Você entrou em um aplicativo com a sua conta, com algo novo: o aplicativo ou a rede do seu navegador.',
    },
    admin_granted: {
      subject: 'Um aplicativo recebeu os poderes de um operador',
      what: 'Um aplicativo recebeu em seu nome os poderes de um operador.',
    },
    drop_filled: {
      subject: 'Um segredo que você pediu chegou',
      what: 'Alguém preencheu um segredo que você pediu. Só você pode abri-lo, uma vez, com a chave do seu link.',
    },
    drop_taken: {
      subject: 'Um segredo seu foi aberto',
      what: 'Um segredo que você entregou, ou pediu, foi aberto. Ninguém pode abri-lo de novo.',
    },
    drop_closed: {
      subject: 'Chaves erradas para um segredo seu',
      what: 'Foram tentadas chaves erradas demais em um segredo seu. Nenhuma o abriu, e quem as tentou precisa esperar.',
    },
    signal_off: {
      subject: 'Os sinais foram desativados',
      what: 'Os sinais de uma subscrição que criou foram desativados: durante três dias o endereço não respondeu ou só devolveu erros, ou indicou que já não existe.',
    },
    digest: {
      subject: 'Muitos avisos de segurança',
      what: 'Em uma hora aconteceu na sua conta mais do que e-mails avulsos informam. Outros avisos: {count}. Você vê todos em “Atividade”.',
    },
  },
  labels: {
    app: 'Aplicativo',
    device: 'Dispositivo, como ele se chama',
    deviceFrom: 'Endereço do dispositivo',
    from: 'De',
    when: 'Quando',
    org: 'Organização',
    role: 'Papel',
    inviter: 'Convite de',
    newAddress: 'Novo endereço',
    label: 'Rótulo',
    dropKind: 'Tipo',
  },
  roles: { owner: 'proprietário', admin: 'administrador', member: 'membro' },
  linkLife: {
    sign_up: 'O link funciona uma vez, durante 24 horas.',
    confirm: 'O link funciona uma vez, durante 24 horas.',
    reset: 'O link funciona uma vez, durante 30 minutos.',
    invitation: 'O link funciona uma vez, durante 7 dias.',
    restore: 'O link funciona uma vez, durante 24 horas.',
  },
  seeAccount: 'Ver minha conta',
  ifNotYou: {
    signal:
      'Verifique o que responde nesse endereço e volte a ativá-los com o comando “latchkey signals on”. O que está à espera será então enviado.',
    drop: 'Se você não esperava isso, veja os seus segredos: {account}\nSe a pessoa errada puder conhecer um segredo, troque-o onde ele é usado.',
    changed: 'Se não foi você, escolha agora uma nova senha: {reset}\nEncerre o que não conhece: {account}',
    device: 'Se não foi você, encerre agora o acesso: {account}\nDepois escolha uma nova senha: {reset}',
    operator: 'Se você não pediu isso, pergunte a um operador que conheça.',
    deleted: 'Se não foi você, avise agora um operador desta instalação.',
  },
  footer: '{name} em {host} enviou este e-mail automaticamente. Ninguém lê as respostas.',
};
