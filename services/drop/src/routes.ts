import { ApiError } from '@latchkey/contracts';
import {
  createEnvelopeProtocol,
  createPageProtocol,
  type FrontDoor,
  type RouteGroup,
} from '@latchkey/http-server';
import { createPagePolicy } from '@latchkey/pages';
import type { HeaderAuthMode } from '@latchkey/request-parser';
import type { DropContext } from './context.ts';
import { errors } from './errors.ts';
import { openDrop, showDrop } from './routes/d.ts';
import { scriptPath, showFailure } from './routes/d/answer-page.ts';
import { fillKey } from './routes/fill-key.js.ts';
import { sendFill, showFill } from './routes/fill.ts';
import { cleanup, getAsAdmin, listAll } from './routes/v1/admin.ts';
import { consumePublic } from './routes/v1/consume.ts';
import { consume, get, list, remove, revoke, showStatus } from './routes/v1/drop.ts';
import { activate, reserve, store } from './routes/v1/drop/deposit.ts';
import { fill } from './routes/v1/fill.ts';

const own = [reserve, store, activate, get, consume, showStatus, revoke, remove, list];
const admin = [getAsAdmin, listAll, cleanup];

/** What the pages need of the context. */
type House = Pick<DropContext, 'dropUrl' | 'skin'>;

/**
 * Every route; `headerAuth` says by route family whether a token may come in a header; the default is accept. `house` is what
 * the pages need.
 */
export function createRouteGroups(
  headerAuth: Readonly<Record<string, HeaderAuthMode>>,
  { dropUrl, skin }: House,
) {
  const protocol = createEnvelopeProtocol({
    headerAuth: (family = '') => headerAuth[family] ?? 'accept',
    proofNames: ['auth.dpop'],
    unreadable: toInvalid,
    invalid: ([issue]) => {
      const specs = { missing: errors.fieldMissing, type: errors.typeInvalid, value: errors.valueInvalid };
      const spec =
        issue?.errorCode === 'invalid_filter' ? errors.filterInvalid : specs[issue?.kind ?? 'value'];
      return new ApiError(spec, { field: issue?.field ?? '' });
    },
  });
  const api: RouteGroup<DropContext> = { protocol, routes: [...own, consumePublic, fill, ...admin] };
  const page: RouteGroup<DropContext> = {
    protocol: createPageProtocol({
      contentSecurityPolicy: createPagePolicy(skin, dropUrl + scriptPath),
      fail: (error, request) => showFailure(error, { dropUrl, skin, request }),
    }),
    routes: [showDrop, openDrop, showFill, sendFill, fillKey],
  };
  return [api, page] as const;
}

/** What people are shown at addresses that no route has: a page of a drop, for one with a slash at its end. */
export function createFrontDoor(
  { dropUrl, skin }: House,
  [, { protocol }]: ReturnType<typeof createRouteGroups>,
): FrontDoor {
  return {
    protocol,
    pictures: skin.pictures,
    leadTo(path) {
      const [, page = '', id] = /^\/(d|fill)\/([^/]+)\/*$/i.exec(path) ?? [];
      return id === undefined ? undefined : `${dropUrl}/${page.toLowerCase()}/${id}`;
    },
  };
}

/**
 * One message for every fault of reading a request; the code and the field say which. Load and an internal error keep
 * their own. Source: contract part 3 "Messages".
 */
function toInvalid(fault: ApiError): ApiError {
  const { code, field, detail, cause, headers } = fault;
  if (code === 'internal' || code === 'overloaded') return fault;
  return new ApiError({ code, message: 'Invalid' }, { field, detail, cause, headers });
}
