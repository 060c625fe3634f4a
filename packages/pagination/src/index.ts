export { ApiError } from '@latchkey/contracts/errors';
export { parseKeyList, type NamedKey } from '@latchkey/secrets/key-list';
export type { BindingValue, PageBinding } from './cursor-binding.ts';
export { createCursorSealer, type CursorSealer } from './cursor-sealer.ts';
export { escapeLikePattern, type SqlFragment } from './page-source.ts';
export {
  pageInputErrors,
  type PageInputErrors,
  type PageInputs,
  type PageSearch,
  readPageInputs,
} from './read-page-inputs.ts';
export type { KeysetPlan, OffsetPlan, PagePlan, PageSlice, Period, RowKey } from './page-plan.ts';
export { buildPageQuery, type PageQuery } from './page-query.ts';
export { type PageRow, readPageRows, slicePage } from './page-rows.ts';
export { definePageSpec, type PageSpec } from './page-spec.ts';
export { pageableSchema, pageInputProperties, toPageable, type Pageable } from './pageable.ts';
