import { definePageSpec } from '@latchkey/pagination';

/** How both lists are paged. Source: requirement 3 "Limits". */
export const pageSpecs = {
  own: definePageSpec({
    key: 'drop.drop.list',
    defaultLimit: 20,
    maximumLimit: 100,
    cursorScope: ['owner'],
  }),
  all: definePageSpec({ key: 'drop.admin.list', defaultLimit: 20, maximumLimit: 100, cursorScope: [] }),
} as const;
