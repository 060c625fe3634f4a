import type { Looks } from '../look.ts';
import type { DoorView } from './door-view.ts';
import { renderDoor } from './render-door.ts';

export const doorLooks: Looks<DoorView> = {
  door: { render: renderDoor, describe: describeDoor },
};

/** Of a link it says what the page does: the address, the name, whether a code is needed, and the invitation. */
function describeDoor(view: DoorView): Record<string, unknown> {
  const { state, door } = view;
  if (state === 'done') return { outcome: view.done, door };
  const outcome = state === 'ask' && view.isEnded ? 'ended' : state;
  const { email, needs_code, invitation } = 'link' in view ? view.link : {};
  return {
    outcome,
    door,
    email,
    needs_code,
    invitation,
    ...('csrf' in view && { csrf: view.csrf }),
    ...('email' in view && { email: view.email }),
    ...('account' in view && { account: view.account }),
    ...('error' in view && { problem: view.error }),
  };
}
