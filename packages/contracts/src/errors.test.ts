import { ApiError } from './errors.ts';

const spec = { code: 'throttled', message: 'Too many attempts' } as const;

test('without details it carries its code and its sentence only', () => {
  const error = new ApiError(spec);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toBe('ApiError: Too many attempts');
  expect([error.spec, error.code, error.status, error.field, error.retryAfterSeconds, error.detail]).toEqual([
    spec,
    'throttled',
    429,
    undefined,
    undefined,
    undefined,
  ]);
  expect([error.members, error.headers]).toEqual([{}, {}]);
  expect('cause' in error).toBe(false);
});

test('it carries every detail it was given, and the cause is not part of its sentence', () => {
  const cause = new Error('secret of the database');
  const details = {
    field: 'auth.code',
    retryAfterSeconds: 60,
    members: { interval: 5 },
    headers: { 'www-authenticate': 'Bearer' },
    detail: 'the code is five minutes old',
  };
  const error = new ApiError(spec, { ...details, cause });
  expect(error).toMatchObject(details);
  expect([error.message, error.cause]).toEqual(['Too many attempts', cause]);
});
