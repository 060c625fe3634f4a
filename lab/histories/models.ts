import {
  checkHistory,
  type Call,
  type History,
  type Model,
  type Outcome,
  type Verdict,
} from './check-history.ts';

const stays = <State>(answer: string, state: State): Outcome<State>[] => [{ answer, next: state }];

/** `numbered` is pending and will need a number; `held` waits for it, `held again` after a wrong one. */
type Device = 'pending' | 'numbered' | 'held' | 'held again' | 'approved' | 'denied' | 'redeemed';

/** What a decision makes of a state; of any other it makes nothing. */
const decisions: Record<'approve' | 'deny', Partial<Record<Device, Device>>> = {
  approve: { pending: 'approved', numbered: 'held' },
  deny: { pending: 'denied', numbered: 'denied', held: 'denied', 'held again': 'denied' },
};

/** A poll of a code that waits for its number: without one, or with a right or a wrong one. */
function outcomesOfNumber(state: Device, input: string, isBeside: boolean): Outcome<Device>[] {
  if (input === '') return [...stays('asks', state), ...stays('pending', state)];
  if (input === 'wrong')
    return state === 'held'
      ? [{ answer: 'asks', next: 'held again' }]
      : [{ answer: 'denied', next: 'denied' }];
  // Without an answer it may be approved and not picked up.
  const approved = (answer: string): Outcome<Device> => ({ answer, next: 'approved' });
  const taken: Outcome<Device> = { answer: 'tokens', next: 'redeemed' };
  return [taken, approved(''), ...(isBeside ? [approved('pending'), approved('invalid')] : [])];
}

/**
 * A device code. While another poll holds the claim, or may hold it after a crash, a poll is answered as if it had come
 * before or after the pickup. Source: contract part 1 "Device authorization".
 */
const device: Model<Device> = {
  begin: (start) => (start === 'number' ? 'numbered' : 'pending'),
  outcomes(state, { act, input }, { beside }) {
    if (act === 'approve' || act === 'deny') {
      const next = decisions[act][state];
      return next === undefined ? stays('gone', state) : [{ answer: 'done', next }];
    }
    if (state === 'pending' || state === 'numbered') return stays('pending', state);
    if (state === 'held' || state === 'held again') return outcomesOfNumber(state, input, beside.has('poll'));
    if (state !== 'approved') return stays(state === 'redeemed' ? 'invalid' : state, state);
    const taken: Outcome<Device> = { answer: 'tokens', next: 'redeemed' };
    return beside.has('poll') ? [taken, ...stays('pending', state), ...stays('invalid', state)] : [taken];
  },
};

type App = 'allowed' | 'redeemed' | 'ended';

/**
 * A code of the browser road: a wrong verifier ends it, and so does its time, which no history knows. While another
 * redemption holds the claim, or may hold it after a crash, one is answered as if it had come before or after. Source:
 * contract part 1 "The browser road".
 */
const app: Model<App> = {
  begin: () => 'allowed',
  outcomes(state, { input }, { beside }) {
    if (state !== 'allowed') return stays('invalid', state);
    const ended: Outcome<App> = { answer: 'invalid', next: 'ended' };
    const taken: Outcome<App> = { answer: 'tokens', next: 'redeemed' };
    const lost = beside.has('redeem') ? stays('invalid', state) : [];
    return input === 'right' ? [taken, ended, ...lost] : [ended, ...lost];
  },
};

interface Family {
  /** Empty: nobody has been given it yet. */
  readonly current: string;
  readonly previous: string;
  readonly hasEnded: boolean;
  /** The earliest moment of the last rotation. */
  readonly rotatedMs: number;
}

/** Less than the window of 30 s in which the repeated answer is promised: a request is on its way for a time. */
const promisedMs = 25_000;

/** A refresh family. Source: contract part 1 "Token package". */
const family: Model<Family> = {
  begin: (start) => ({ current: start, previous: '', hasEnded: false, rotatedMs: 0 }),
  outcomes(state, call, { isSteady }) {
    const { current, previous, hasEnded } = state;
    const isCurrent = call.input === current;
    if (call.act === 'look') return stays(isCurrent && !hasEnded ? 'active' : 'inactive', state);
    if (hasEnded) return stays('invalid', state);
    if (isCurrent) {
      const next = { ...state, current: call.value, previous: current, rotatedMs: call.beginMs };
      return [{ answer: 'tokens', next }];
    }
    const ended = { answer: 'invalid', next: { ...state, hasEnded: true } };
    if (call.input !== previous) return [ended];
    const again: Outcome<Family> = { answer: 'tokens', next: { ...state, current: current || call.value } };
    const repeated = current === '' ? again : { ...again, value: current };
    // A clock that was set back refuses the repetition, and ends nothing.
    if (!isSteady) return [repeated, ended, ...stays('invalid', state)];
    const isPromised = (call.endMs ?? Infinity) - state.rotatedMs < promisedMs;
    return isPromised ? [repeated] : [repeated, ended];
  },
};

interface Drop {
  readonly status: 'reserved' | 'active' | 'consumed' | 'revoked';
  readonly payload: string;
  /** The call that consumed it. */
  readonly by: string;
}

/** A drop, from its reservation or its storing on. Source: contract part 3 "States". */
const drop: Model<Drop> = {
  begin: (start) => ({ status: start === '' ? 'reserved' : 'active', payload: start, by: '' }),
  outcomes(state, { act, input, id }) {
    const { status, payload } = state;
    const isLive = status === 'reserved' || status === 'active';
    switch (act) {
      case 'status':
        return [{ answer: status, value: state.by, next: state }];
      case 'activate':
      case 'fill':
        if (status !== 'reserved') return stays('conflict', state);
        return [{ answer: 'done', next: { ...state, status: 'active', payload: input } }];
      case 'revoke':
        return isLive
          ? [{ answer: 'done', next: { ...state, status: 'revoked' } }]
          : stays('conflict', state);
      default:
        if (status !== 'active') return stays('conflict', state);
        // The key is that of a payload which was not stored; the key of a link opens whatever was filled in.
        if (act !== 'take' && payload !== input) return stays('wrong key', state);
        return act === 'get'
          ? [{ answer: 'payload', value: payload, next: state }]
          : [{ answer: 'payload', value: payload, next: { ...state, status: 'consumed', by: String(id) } }];
    }
  },
};

interface Relay {
  /** The request that it was used for. */
  readonly by: string;
  /** The call whose credential lives; empty where nobody received it. */
  readonly live: string;
  readonly isSpent: boolean;
}

/**
 * A relay. The request that used it gets the verdict again, with new secrets in place of the first; a fault may spend
 * it. Another request gets nothing, and may spend it. Source: contract part 2 "Order".
 */
const relay: Model<Relay> = {
  begin: () => ({ by: '', live: '', isSpent: false }),
  outcomes(state, { act, input, id, answer }, { isSteady }) {
    if (act === 'look') {
      const inactive = stays('inactive', state);
      if (state.live !== input) return inactive;
      return isSteady ? stays('active', state) : [...stays('active', state), ...inactive];
    }
    const spent = { answer: 'invalid', next: { ...state, isSpent: true } };
    if (state.isSpent) return stays('invalid', state);
    const live = answer === null ? '' : String(id);
    const used: Outcome<Relay> = { answer: 'tokens', next: { by: input, live, isSpent: false } };
    const isNew = state.by === '';
    // Without an answer it may have been returned for the same request, before anything was made.
    if (answer === null) return [used, spent, { answer: '', next: { ...state, by: state.by || input } }];
    if (isNew) return isSteady ? [used] : [used, spent];
    return state.by === input
      ? [used, spent, ...stays('invalid', state)]
      : [spent, ...stays('invalid', state)];
  },
};

/**
 * The challenge of a passkey. Each answer to it is a request. A form that seems older or newer than it is, by a wrong
 * clock, spends nothing. Source: contract part 2 "Passkeys".
 */
const passkey: Model<Relay> = {
  begin: relay.begin,
  outcomes(state, call, around) {
    const outcomes = relay.outcomes(state, call, around);
    const isSure = around.isSteady || call.act === 'look';
    return isSure ? outcomes : [...outcomes, ...stays('invalid', state)];
  },
};

type Invitation = 'open' | 'accepted' | 'ended';

/** An invitation to an org, with the membership that it makes. Source: contract part 2 "Addresses and invitations". */
const invitation: Model<Invitation> = {
  begin: () => 'open',
  outcomes(state, { act }) {
    if (act === 'look') return stays(state === 'accepted' ? 'member' : 'stranger', state);
    if (state !== 'open') return stays('gone', state);
    return [{ answer: 'done', next: act === 'accept' ? 'accepted' : 'ended' }];
  },
};

/** A one-time code of one account. Source: contract part 2 "Passwords, codes, throttling". */
const code: Model<'fresh' | 'used'> = {
  begin: () => 'fresh',
  outcomes(state, _call, { isSteady }) {
    if (state === 'used') return stays('invalid', state);
    const used = { answer: 'tokens', next: 'used' as const };
    return isSteady ? [used] : [used, ...stays('invalid', state)];
  },
};

const checks: Readonly<Record<string, (history: History) => Verdict>> = {
  device: (history) => checkHistory(device, history),
  family: (history) => checkHistory(family, history),
  app: (history) => checkHistory(app, history),
  drop: (history) => checkHistory(drop, history),
  relay: (history) => checkHistory(relay, history),
  passkey: (history) => checkHistory(passkey, history),
  invitation: (history) => checkHistory(invitation, history),
  code: (history) => checkHistory(code, history),
};

/** Checks a history by the model of its kind. Throws where there is no such kind. */
export function judge(history: History): Verdict {
  const check = checks[history.kind];
  if (check === undefined) throw new Error(`there is no model of ${history.kind}`);
  return check(history);
}

/** A bad history in lines for a person: the calls in their order, and those that fit into no order marked. */
export function showHistory({ kind, key, calls }: History, { order }: Verdict): string {
  const known = (ms: number | null) => (ms === null ? '?' : ms.toFixed(1));
  const lines = [...calls]
    .sort((one, other) => one.beginMs - other.beginMs)
    .map(({ id, act, input, beginMs, endMs, answer, value }: Call) => {
      const place = order.indexOf(id);
      const mark = place < 0 ? '-' : String(place + 1);
      return `  ${mark}\t${known(beginMs)} to ${known(endMs)}\t#${id} ${act} ${input}\t${answer ?? 'no answer'} ${value}`;
    });
  return [`${kind} ${key}`, ...lines].join('\n');
}
