export type { ApiRequest } from './check-token.ts';
export { createResourceServer, type Handler, type ResourceServer } from './resource-server.ts';
export type { AccessToken, Settings } from './settings.ts';
