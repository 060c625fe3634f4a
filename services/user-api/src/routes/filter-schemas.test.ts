import { ApiError } from '@latchkey/contracts';
import { readAddress, readPeriod } from './filter-schemas.ts';

test.each([
  ['2026-11-22', Date.UTC(2026, 10, 22)],
  ['2026-11-22T10:00Z', Date.UTC(2026, 10, 22, 10)],
  ['2026-11-22t10:00:00.5z', Date.UTC(2026, 10, 22, 10, 0, 0, 500)],
  ['2026-11-22T10:00:00+05:30', Date.UTC(2026, 10, 22, 4, 30)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
  ['0001-01-01', Date.parse('0001-01-01T00:00:00Z')],
  ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
])('%s is an instant', (text, instantMs) => {
  expect(readPeriod({ created_from: text })).toEqual({ createdFromMs: instantMs, createdToMs: undefined });
});

test.each([
  '2026-02-30',
  '2026-13-01',
  '2026-11-22T10:00',
  '2026-11-22T25:00Z',
  '2026-11-22 10:00Z',
  '22.11.2026',
  '1763800000',
  'yesterday',
  '+012026-01-01',
  // PostgreSQL knows no year 0, and reads no year of five digits in this form.
  '0000-01-01',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
])('%s is no instant: invalid_filter with the field', (text) => {
  const read = () => readPeriod({ created_to: text });
  expect(read).toThrow(ApiError);
  expect(read).toThrow(
    expect.objectContaining({
      code: 'invalid_filter',
      field: 'created_to',
      message: 'created_to must be a date such as 2026-11-22, or an instant such as 2026-11-22T09:30:00Z',
    }),
  );
});

test('an address that is none is invalid_filter', () => {
  expect(() => readAddress('10.0.0.256')).toThrow(
    expect.objectContaining({
      code: 'invalid_filter',
      message: 'ip must be an IPv4 or IPv6 address, or unknown',
    }),
  );
});
