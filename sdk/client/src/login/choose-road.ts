import { existsSync } from 'node:fs';

export type Road = 'browser' | 'device';

/** Why a login takes its road, in words that fit into parentheses. */
export const roadReasons = {
  asked: 'as asked for',
  desktop: 'there is a desktop here',
  no_terminal: 'this is no terminal',
  ssh: 'SSH_CONNECTION is set',
  ci: 'CI is set',
  container: 'this is a container',
  no_display: 'there is no display here',
  begun: 'as begun before',
  key: 'd was pressed',
  no_endpoint: 'the installation has no page for a browser',
  no_port: 'no port of 127.0.0.1 can be opened',
  no_browser: 'no browser could be started',
  unauthorized_client: 'this client may not use a browser',
} as const;

export type RoadReason = keyof typeof roadReasons;

/** What of this machine decides about the road. */
export interface Place {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly isTerminal: boolean;
  isContainer(): boolean;
}

/** A browser where one can be opened before the person's eyes, else a code; `road` decides by hand. */
export function chooseRoad(
  road: Road | undefined,
  { env, platform, isTerminal, isContainer }: Place,
): { readonly road: Road; readonly reason: RoadReason } {
  if (road !== undefined) return { road, reason: 'asked' };
  const hasDisplay = ['darwin', 'win32'].includes(platform) || isSet(env, 'DISPLAY', 'WAYLAND_DISPLAY');
  const hindrances: Partial<Record<RoadReason, () => boolean>> = {
    no_terminal: () => !isTerminal,
    ssh: () => isSet(env, 'SSH_CONNECTION'),
    ci: () => isSet(env, 'CI'),
    container: () => isSet(env, 'container', 'KUBERNETES_SERVICE_HOST') || isContainer(),
    no_display: () => !hasDisplay,
  };
  const [found] = Object.entries(hindrances).find(([, isThere]) => isThere()) ?? [];
  return found === undefined
    ? { road: 'browser', reason: 'desktop' }
    : { road: 'device', reason: found as RoadReason };
}

const isSet = (env: Place['env'], ...names: readonly string[]) =>
  names.some((name) => (env[name] ?? '') !== '');

/** The marks of Docker and Podman. */
export const isContainer = (): boolean =>
  ['/.dockerenv', '/run/.containerenv'].some((mark) => existsSync(mark));
