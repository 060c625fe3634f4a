import { summariseUserAgent } from '@latchkey/pages';
import type { LogItem, Section } from '../../page/account/account-view.ts';
import { activityKindOf } from '../../page/account/activity-kind.ts';
import { activityFilters } from '../../page/account/section-names.ts';
import { isSameNetwork } from '../../sign-in/device-policy.ts';
import type { Visit } from '../../sign-in/visit.ts';

/** What the address of a section may say. */
export interface SectionQuery {
  readonly cursor?: string | undefined;
  readonly outcome?: string | undefined;
  readonly kind?: string | undefined;
}

/** Who looks, and from where. */
export type Viewer = Pick<Visit, 'ip' | 'userAgent'>;

type Shown = (Section & { readonly name: 'activity' })['shown'];

/** What the address asks to see; what it does not know is everything. */
export function chooseActivity({ outcome, kind }: SectionQuery): Shown {
  if (outcome === 'failure') return 'failures';
  return activityFilters.find((known) => known === kind) ?? 'all';
}

/** The filters of user-api's search. */
export function filtersOf(shown: Shown): object {
  if (shown === 'all') return {};
  return shown === 'failures' ? { outcome: 'failure' } : { kind: shown };
}

/** What programs of others do, from where these run. */
const ofPrograms = new Set(['app_session', 'client_changed', 'connection_changed']);

type Judged = Pick<LogItem, 'event' | 'ip' | 'user_agent' | 'details'>;

/** What about an event may not be of the person who looks. */
export function judge(item: Judged, viewer: Viewer): Pick<LogItem, 'isElsewhere' | 'isUnlike'> {
  return { isElsewhere: isElsewhere(item), isUnlike: isUnlike(item, viewer) };
}

/** Whether a device was approved from another network than its own. */
function isElsewhere({ details }: Judged): boolean {
  const { request_ip: device, browser_ip: browser } = details ?? {};
  return (
    typeof device === 'string' && typeof browser === 'string' && isSameNetwork(device, browser) === false
  );
}

/** Whether it came from another network and another program than those of the person who looks. */
function isUnlike(item: Judged, viewer: Viewer): boolean {
  const { ip, user_agent: userAgent } = item;
  if (ip === null || ofPrograms.has(activityKindOf(item))) return false;
  const isOtherProgram = summariseUserAgent(userAgent ?? '') !== summariseUserAgent(viewer.userAgent);
  return isOtherProgram && isSameNetwork(ip, viewer.ip) === false;
}
