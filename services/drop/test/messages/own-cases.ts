import { ofEvery, unavailable, type Case } from './message-case.ts';

/** What the routes about an own drop share, and revoke. */
export const ownCases: Case[] = [
  ...ofEvery(
    ['reserve', 'store', 'activate', 'get', 'consume', 'revoke', 'status', 'delete', 'list'],
    [
      { caller: 'nobody', status: 401, message: unavailable, code: 'token_missing' },
      { caller: 'bad', status: 401, message: unavailable, code: 'token_invalid' },
      {
        body: { token: 'another' },
        status: 400,
        message: 'Invalid',
        code: 'ambiguous_parameter',
        field: 'token',
      },
      {
        caller: 'nobody',
        body: { token: 7 },
        status: 400,
        message: 'Invalid',
        code: 'invalid_type',
        field: 'token',
      },
    ],
  ),
  ...ofEvery(
    ['activate', 'get', 'consume', 'revoke', 'status', 'delete'],
    [
      { body: { id: undefined }, status: 400, message: 'Invalid', code: 'missing_field', field: 'id' },
      { body: { id: '' }, status: 400, message: 'Invalid', code: 'missing_field', field: 'id' },
      { body: { id: null }, status: 400, message: 'Invalid', code: 'missing_field', field: 'id' },
      { body: { id: 7 }, status: 400, message: 'Invalid', code: 'invalid_type', field: 'id' },
      { body: { id: ['x'] }, status: 400, message: 'Invalid', code: 'invalid_type', field: 'id' },
      { state: 'none', status: 404, message: 'Drop not found', code: 'not_found', field: 'id' },
      { body: { id: 'no such/id%' }, status: 404, message: 'Drop not found', code: 'not_found', field: 'id' },
      { caller: 'other', status: 404, message: 'Drop not found', code: 'not_found', field: 'id' },
      { caller: 'admin', status: 404, message: 'Drop not found', code: 'not_found', field: 'id' },
      { caller: 'nobody', body: { id: 7 }, status: 401, message: unavailable, code: 'token_missing' },
    ],
  ),

  ...ofEvery(
    ['revoke'],
    [
      { state: 'expired', status: 410, message: 'Drop has expired', code: 'expired' },
      ...(['consumed', 'revoked'] as const).map((state) => ({
        state,
        status: 409,
        message: 'Only reserved or active drops may be revoked',
        code: 'state_conflict',
      })),
    ],
  ),
];
