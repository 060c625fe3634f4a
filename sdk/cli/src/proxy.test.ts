import { createShell, removeFolder } from '../test/create-shell.ts';
import { useProxy } from './proxy.ts';

afterAll(removeFolder);

const proxy = 'http://ann:Sup3rs3cret@proxy.test:3128';

test.each([{}, { HTTPS_PROXY: '' }, { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1' }])(
  'nothing is done, and nothing said, with %j',
  (env) => {
    const calls: unknown[] = [];
    const setGlobalProxyFromEnv = (one: unknown) => calls.push(one);
    expect([useProxy(env, { setGlobalProxyFromEnv }), calls]).toEqual([undefined, []]);
  },
);

test.each([
  [{ HTTPS_PROXY: proxy }, 'localhost,127.0.0.1,::1'],
  [{ http_proxy: proxy, NO_PROXY: 'corp.test' }, 'corp.test,localhost,127.0.0.1,::1'],
])('a proxy is used, and never for this machine: %j', (env, noProxy) => {
  const calls: unknown[] = [];
  const setGlobalProxyFromEnv = (one: unknown) => calls.push(one);
  expect(useProxy(env, { setGlobalProxyFromEnv })).toBe(undefined);
  expect(calls).toEqual([{ ...env, no_proxy: noProxy }]);
});

const failing = {
  setGlobalProxyFromEnv: () => {
    throw new Error(`invalid: ${proxy}`);
  },
};
test.each([
  [{}, 'NODE_USE_ENV_PROXY=1'],
  [failing, 'The value of HTTPS_PROXY is no address'],
])('what does not work is said once nobody answers, without the value: %j', async (http, sentence) => {
  const reachAdvice = useProxy({ HTTPS_PROXY: proxy }, http);
  const { run, printed } = createShell([new TypeError('fetch failed')], {
    reachAdvice,
    env: { LATCHKEY_TOKEN: 't' },
  });
  expect(await run('devices')).toBe(5);
  expect(printed.err).toContain(sentence);
  expect(printed.err).not.toContain('Sup3r');
});

test('a certificate of an unknown authority is met with the variable that names one', async () => {
  const cause = Object.assign(new Error(''), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
  const { run, printed } = createShell([new TypeError('fetch failed', { cause })], {
    env: { LATCHKEY_TOKEN: 't' },
  });
  expect(await run('devices')).toBe(5);
  expect(printed.err).toContain('NODE_EXTRA_CA_CERTS=FILE');
});
