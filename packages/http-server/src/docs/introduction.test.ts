import { introduce } from './introduction.ts';
import { readSite, unknownSite } from './site.ts';

const service = {
  name: 'drop',
  title: 'Drop',
  description: 'For tests',
  firstCall: { scope: 'openid', service: 'drop', write: (url: string) => `${url}/v1/look` },
} as const;
const config = {
  NODE_ENV: 'development',
  IDENTITY_ISSUER: 'https://sso.example.com/',
  USER_API_URL: 'https://user-api.example.com',
  DROP_URL: 'https://drop.example.com',
};

test('it begins with how to get a token, by the demo client where the demo data is', () => {
  const text = introduce(service, readSite(config));
  expect(text).toMatch(/^## How to get a token\n/);
  expect(text).toContain(
    "curl https://sso.example.com/device_authorization -d client_id=demo-cli -d 'scope=openid'",
  );
  expect(text).toContain('curl https://drop.example.com/v1/look');
  expect(text).not.toContain('your-client-id');
});

test('in production it says what to fill in', () => {
  const text = introduce(service, readSite({ ...config, NODE_ENV: 'production' }));
  expect(text).toContain('Put the id of your client in place of your-client-id.');
  expect(text).toContain('-d client_id=your-client-id');
});

test('it links the other services, and leaves out sso in production and what is not known', () => {
  const linksOf = (changes: object) =>
    introduce(service, readSite({ ...config, ...changes })).match(/\]\([^)]*\)/g);
  const [sso, userApi] = ['](https://sso.example.com/docs)', '](https://user-api.example.com/docs)'];
  expect(linksOf({})).toEqual([sso, userApi]);
  expect(linksOf({ NODE_ENV: 'production' })).toEqual([userApi]);
  expect(linksOf({ NODE_ENV: 'production', USER_API_URL: undefined })).toBeNull();
});

test('without addresses it names the variables that hold them', () => {
  expect(introduce(service, unknownSite)).toContain('curl $SSO_URL/device_authorization');
});

test('a failure is shown once', () => {
  expect(introduce(service, unknownSite, { code: 'gone' })).toContain('```\n{"code":"gone"}\n```');
});
