export { RefusedError } from './refuse.ts';
export { createResourceServer, type Handler, type ResourceServer } from './resource-server.ts';
export type { AccessToken, ApiRequest, Settings } from './settings.ts';
