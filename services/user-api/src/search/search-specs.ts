import { definePageSpec } from '@latchkey/pagination';

const defaultLimit = 20;
const maximumLimit = 100;

/**
 * How every search is paged: key, default, maximum, sort and what its cursors are bound to. Source: contract part 2
 * "Guarded routes", requirement 2 "Limits".
 */
export const searchSpecs = {
  clients: definePageSpec({
    key: 'user-api.oauth.clients.search',
    defaultLimit,
    maximumLimit,
    cursorScope: ['owners'],
  }),
};
