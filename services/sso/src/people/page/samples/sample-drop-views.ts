import type { AccountView } from '../account/account-view.ts';
import { noDrops, type DropFields, type DropItem, type DropsSection } from '../drops/drops-view.ts';
import { paging, sample } from './sample-account-views.ts';

const at = '2026-11-20T08:00:00.000Z';
const until = '2026-11-27T08:00:00.000Z';
const key = `dk1_${'Kq3Zv8Lm'.repeat(6).slice(0, 43)}`;
const link = `https://drop.example.test/fill/Z3pY4kQm1vT8sLw0bXc7dA#${key}`;

const item: DropItem = {
  id: 'd1',
  label: 'Database of the shop',
  state: 'active',
  expires_at: until,
  consumed_at: null,
  taker: null,
};
const taken = { state: 'consumed', consumed_at: at } as const;
const fields: DropFields = {
  text: 'four quiet herons\n'.repeat(3),
  passphrase: '',
  asks: 'the API key of the staging system',
  label: 'Staging',
  ttl: '86400',
  link,
};

const items: readonly DropItem[] = [
  item,
  { ...item, id: 'd2', label: 'API key of staging', state: 'asked' },
  { ...item, id: 'd3', label: 'Password of the router', state: 'filled' },
  { ...item, id: 'd4', label: '', ...taken, taker: 'nobody' },
  { ...item, id: 'd5', ...taken, taker: 'account' },
  { ...item, id: 'd6', ...taken, taker: 'you' },
  { ...item, id: 'd7', state: 'revoked' },
  { ...item, id: 'd8', state: 'expired' },
  { ...item, id: 'd9', label: 'long'.repeat(16), state: 'reserved' },
];

const refused = (form: 'make_drop' | 'ask_drop' | 'take_drop'): DropsSection => ({
  ...noDrops,
  items: [item],
  typed: { form, fields },
});

/** The section of one-time links, as the tests beside the views render it. */
export const sampleDropViews: Readonly<Record<string, AccountView>> = {
  'account, no links': sample(noDrops),
  'account, links': sample({ ...noDrops, ...paging, items }, { notice: { kind: 'drop_revoked' } }),
  'account, link made': sample({
    ...noDrops,
    shown: { kind: 'made', link: link.replace('fill', 'd'), hasPassphrase: false, until },
  }),
  'account, link with a passphrase': sample({
    ...noDrops,
    shown: { kind: 'made', link: 'https://drop.example.test/d/Z3pY4kQm1vT8', hasPassphrase: true, until },
  }),
  'account, link to be filled in': sample({ ...noDrops, shown: { kind: 'asked', link, until } }),
  'account, secret open': sample({
    ...noDrops,
    shown: { kind: 'opened', text: `four quiet herons\n${'long'.repeat(100)}` },
  }),
  'account, secret too long': sample(refused('make_drop'), { problem: { kind: 'secret_long' } }),
  'account, link made before': sample(refused('make_drop'), { problem: { kind: 'drop_made' } }),
  'account, asks unverified': sample(refused('ask_drop'), { problem: { kind: 'unverified' } }),
  'account, wrong link': sample(refused('take_drop'), { problem: { kind: 'link_wrong' } }),
  'account, links are down': sample(
    { ...refused('make_drop'), items: [], isReachable: false },
    { problem: { kind: 'drops_down', retryAfterSeconds: 5 } },
  ),
};
