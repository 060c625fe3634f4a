import type { PasskeyMessages } from './en.ts';

export const pt: PasskeyMessages = {
  signIn: 'Usar uma chave de acesso',
  notUsed: 'Nenhuma chave de acesso foi usada. Tente de novo ou entre com sua senha.',
  lead: 'Com uma chave de acesso você entra sem a senha e sem código de uso único: com sua impressão digital, seu rosto ou o bloqueio do seu dispositivo.',
  none: 'Você não tem chaves de acesso.',
  count: (count) => (count === 0 ? 'nenhuma' : String(count)),
  synced: 'Copiada para seus outros dispositivos',
  bound: 'Só no próprio dispositivo',
  unusable: 'Criada para outro endereço deste serviço; não funciona aqui',
  added: 'Adicionada',
  lastUsed: 'Último uso',
  neverUsed: 'ainda não',
  remove: 'Remover',
  addHeading: 'Adicionar uma chave de acesso',
  begin: 'Continuar',
  name: 'Nome da chave de acesso',
  nameHint: 'Pelo qual você a reconhecerá, por exemplo “Meu telefone”.',
  create: 'Criar a chave de acesso',
  createLead: 'Agora seu navegador pergunta onde guardar a chave de acesso e como desbloqueá-la.',
  notCreated: 'Nenhuma chave de acesso foi criada. Tente de novo.',
  full: 'Você tem 20 chaves de acesso, e não pode haver mais. Remova uma antes de adicionar outra.',
  off: 'Esta instalação não tem chaves de acesso, porque seu endereço é um número.',
  operatorReset:
    'Um operador adiciona a primeira chave de acesso em até uma hora depois de trocar uma senha provisória. Peça uma a quem administra esta instalação (latchkey-user-api operators reset).',
  endLead: 'Chaves de acesso da sua conta',
  end: 'Remover estas chaves de acesso',
  endHint: 'Desmarque a caixa apenas se você conhecer cada uma delas e não tiver perdido nenhuma.',
  notices: {
    passkey_added: 'A chave de acesso foi adicionada. A partir de agora você pode entrar com ela.',
    passkey_removed:
      'A chave de acesso foi removida, e ninguém mais entra com ela. Apague-a também no seu dispositivo.',
  },
  problems: {
    passkey_refused: 'Não foi possível adicionar esta chave de acesso. Comece de novo.',
    passkey_full: 'Algo mudou ao mesmo tempo, ou você já tem esta chave de acesso. Veja a lista.',
    passkey_needed:
      'Para isso sua conta precisa de uma chave de acesso. Saia, entre com uma chave de acesso e volte em até cinco minutos.',
  },
  events: {
    passkey_added: 'Chave de acesso adicionada',
    passkey_removed: 'Chave de acesso removida',
    passkey_clone: 'Uma entrada com uma chave de acesso copiada foi recusada',
    passkeys_ended: 'Todas as chaves de acesso removidas',
  },
};
