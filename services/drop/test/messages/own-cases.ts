import {
  expired,
  invalid,
  notFound,
  ofEvery,
  tokenInvalid,
  tokenMissing,
  type Case,
} from './message-case.ts';

const ended = {
  status: 409,
  message: 'Only reserved or active drops may be revoked',
  code: 'state_conflict',
};

/** What the routes about an own drop share, and revoke. */
export const ownCases: Case[] = [
  ...ofEvery(
    ['reserve', 'store', 'activate', 'get', 'consume', 'revoke', 'status', 'delete', 'list'],
    [
      { ...tokenMissing, caller: 'nobody' },
      { ...tokenInvalid, caller: 'bad' },
      { ...invalid('ambiguous_parameter', 'token'), body: { token: 'another' } },
      { ...invalid('invalid_type', 'token'), caller: 'nobody', body: { token: 7 } },
    ],
  ),
  ...ofEvery(
    ['activate', 'get', 'consume', 'revoke', 'status', 'delete'],
    [
      { ...invalid('missing_field', 'id'), body: { id: undefined } },
      { ...invalid('missing_field', 'id'), body: { id: '' } },
      { ...invalid('missing_field', 'id'), body: { id: null } },
      { ...invalid('invalid_type', 'id'), body: { id: 7 } },
      { ...invalid('invalid_type', 'id'), body: { id: ['x'] } },
      { ...notFound, state: 'none' },
      { ...notFound, body: { id: 'no such/id%' } },
      { ...notFound, caller: 'other' },
      { ...notFound, caller: 'admin' },
      { ...tokenMissing, caller: 'nobody', body: { id: 7 } },
    ],
  ),
  ...ofEvery(
    ['revoke'],
    [
      { ...expired, state: 'expired' },
      { ...ended, state: 'consumed' },
      { ...ended, state: 'revoked' },
    ],
  ),
];
