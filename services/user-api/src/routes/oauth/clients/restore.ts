import { defineArchiving } from './define-archiving.ts';

export const clientRestore = defineArchiving({
  path: '/oauth/clients/restore',
  summary: 'Restores an archived client, and what of it has not ended since',
  isArchived: false,
});
