import { defineArchiving } from './define-archiving.ts';

export const clientArchive = defineArchiving({
  path: '/oauth/clients/archive',
  summary: 'Archives a client; nothing of it works until it is restored',
  isArchived: true,
});
