import type { ErrorSpec } from '@latchkey/contracts/errors';

/** The three errors of pagination inputs. `limit` never fails. */
export interface PageInputErrors {
  readonly pageNumber: ErrorSpec;
  readonly offset: ErrorSpec;
  readonly cursor: ErrorSpec;
}

/** For services without sentences of their own. Every bad cursor has the same sentence, which does not say why. */
export const pageInputErrors: PageInputErrors = {
  pageNumber: {
    code: 'invalid_page_number',
    message: 'page_number must be a whole number from 1 to 9007199254740991',
  },
  offset: {
    code: 'invalid_offset',
    message: 'offset must be a whole number from 0 to 9007199254740991',
  },
  cursor: {
    code: 'invalid_cursor',
    message: 'cursor must be a next_cursor of this search, with the same filters, at most 24 hours old',
  },
};
