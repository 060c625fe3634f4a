import { chooseRoad, type Place } from './choose-road.ts';

const desktop: Place = {
  env: { DISPLAY: ':0', SSH_CONNECTION: '', CI: '' },
  platform: 'linux',
  isTerminal: true,
  isContainer: () => false,
};

test.each<[string, Partial<Place>]>([
  ['X11', {}],
  ['Wayland', { env: { WAYLAND_DISPLAY: 'wayland-0' } }],
  ['macOS', { platform: 'darwin', env: {} }],
  ['Windows', { platform: 'win32', env: {} }],
])('a terminal with %s takes the browser', (_what, changes) => {
  expect(chooseRoad(undefined, { ...desktop, ...changes })).toEqual({ road: 'browser', reason: 'desktop' });
});

const { env } = desktop;

test.each<[string, Partial<Place>]>([
  ['no_terminal', { isTerminal: false }],
  ['ssh', { env: { ...env, SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22' } }],
  ['ssh', { platform: 'darwin', env: { SSH_CONNECTION: '10.0.0.1 50000 10.0.0.2 22' } }],
  ['ci', { env: { ...env, CI: 'true' } }],
  ['container', { env: { ...env, container: 'podman' } }],
  ['container', { env: { ...env, KUBERNETES_SERVICE_HOST: '10.0.0.1' } }],
  ['container', { isContainer: () => true }],
  ['no_display', { env: {} }],
])('a code is used because of %s', (reason, changes) => {
  const place = { ...desktop, ...changes };
  expect(chooseRoad(undefined, place)).toEqual({ road: 'device', reason });
  expect(chooseRoad('browser', place)).toEqual({ road: 'browser', reason: 'asked' });
});

test('a code is used on a desktop where it is asked for', () => {
  expect(chooseRoad('device', desktop)).toEqual({ road: 'device', reason: 'asked' });
});
