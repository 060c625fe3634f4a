import { accountCalls } from '@latchkey/contracts';
import { summariseUserAgent } from '@latchkey/pages';
import type { LogItem, SectionOf } from '../../people/page/account/account-view.ts';
import { activityKindOf } from '../../people/page/account/activity-kind.ts';
import { renderActivity } from '../../people/page/account/render-activity.ts';
import { activityFilters } from '../../people/page/account/section-names.ts';
import { isSameNetwork } from '../../people/sign-in/device-policy.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import { defineAccountPage, type SectionQuery } from './account-page.ts';
import { listPage } from './read-account.ts';

/** Who looks, and from where. */
type Viewer = Pick<Visit, 'ip' | 'userAgent'>;

type Shown = SectionOf<'activity'>['shown'];

/** What the address asks to see; what it does not know is everything. */
function chooseActivity({ outcome, kind }: SectionQuery): Shown {
  if (outcome === 'failure') return 'failures';
  return activityFilters.find((known) => known === kind) ?? 'all';
}

/** The filters of user-api's search. */
function filtersOf(shown: Shown): object {
  if (shown === 'all') return {};
  return shown === 'failures' ? { outcome: 'failure' } : { kind: shown };
}

/** What programs of others do, from where these run. */
const ofPrograms = new Set(['app_session', 'client_changed', 'connection_changed']);

type Judged = Pick<LogItem, 'event' | 'ip' | 'user_agent' | 'details'>;

/** What about an event may not be of the person who looks. */
function judge(item: Judged, viewer: Viewer): Pick<LogItem, 'isElsewhere' | 'isUnlike'> {
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

export const activity = defineAccountPage({
  name: 'activity',
  render: renderActivity,
  async load({ ask, visit }, query) {
    const shown = chooseActivity(query);
    const { page, isLater } = await listPage(ask, accountCalls.searchLog, filtersOf(shown), query);
    const items = page.items.map((item) => ({ ...item, ...judge(item, visit) }));
    return { name: 'activity', ...page, items, isLater, shown };
  },
});
