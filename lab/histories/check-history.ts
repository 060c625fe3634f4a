/** One call of a client about one object, as the client saw it. Times are of one monotonic clock, in milliseconds. */
export interface Call {
  readonly id: number;
  readonly act: string;
  /** What the call is about, beside the object: a token, a payload. */
  readonly input: string;
  readonly beginMs: number;
  /** Null while nobody knows the outcome: it may take effect at any time after its begin, or never. */
  readonly endMs: number | null;
  readonly answer: string | null;
  readonly value: string;
}

export interface History {
  readonly kind: string;
  readonly key: string;
  /** What the object was before the first call. */
  readonly start: string;
  /** Whether all clocks were right meanwhile, and for as long before as they matter. */
  readonly isSteady: boolean;
  readonly calls: readonly Call[];
}

/** One thing that an act may do: what is answered, and what the object is afterwards. */
export interface Outcome<State> {
  readonly answer: string;
  /** Undefined where the model does not know it. */
  readonly value?: string | undefined;
  readonly next: State;
}

/** What else a model may look at. */
interface Surroundings {
  readonly isSteady: boolean;
  /** The acts of other calls that overlap with this one. */
  readonly beside: ReadonlySet<string>;
}

/** An object as a small machine: each act happens at one moment, with one of these outcomes. */
export interface Model<State> {
  readonly begin: (start: string) => State;
  readonly outcomes: (state: State, call: Call, around: Surroundings) => readonly Outcome<State>[];
}

export interface Verdict {
  readonly isExplained: boolean;
  /** The longest order of calls that was found, by their ids. */
  readonly order: readonly number[];
}

/** A refusal that says nothing about the object: a limit, a token that is not accepted. */
export const refused = 'refused';

const endOf = ({ endMs }: Call) => endMs ?? Infinity;

function findNext<State>(
  model: Model<State>,
  state: State,
  call: Call,
  around: Surroundings,
): readonly State[] {
  if (call.answer === refused) return [state];
  const outcomes = model.outcomes(state, call, around);
  const seen = ({ answer, value, next }: Outcome<State>) =>
    call.answer === null
      ? JSON.stringify(next) !== JSON.stringify(state)
      : call.answer === answer && (value === undefined || value === call.value);
  return outcomes.filter(seen).map(({ next }) => next);
}

/**
 * Whether some order of atomic acts explains a history: each at one moment between the begin and the end of its call.
 * The search tries each call that may be next, and remembers where it has been.
 * Source: Wing and Gong, "Testing and Verifying Concurrent Objects" (1993); the memory is Lowe's (2017).
 */
export function checkHistory<State>(model: Model<State>, { calls, isSteady, start }: History): Verdict {
  const sorted = [...calls].sort((one, other) => one.beginMs - other.beginMs);
  const around = sorted.map((call) => surroundingsOf(call, sorted, isSteady));
  const dead = new Set<string>();
  let longest: readonly number[] = [];

  function search(done: ReadonlySet<number>, state: State, order: readonly number[]): boolean {
    if (order.length > longest.length) longest = order;
    const open = sorted.filter(({ id }) => !done.has(id));
    const lastBegin = Math.min(...open.map(endOf));
    if (lastBegin === Infinity) return true;
    const place = `${open.map(({ id }) => id).join()} ${JSON.stringify(state)}`;
    if (dead.has(place)) return false;
    for (const [at, call] of sorted.entries()) {
      if (done.has(call.id) || call.beginMs > lastBegin) continue;
      for (const next of findNext(model, state, call, around[at] as Surroundings))
        if (search(new Set([...done, call.id]), next, [...order, call.id])) return true;
    }
    dead.add(place);
    return false;
  }

  const isExplained = search(new Set(), model.begin(start), []);
  return { isExplained, order: longest };
}

function surroundingsOf(call: Call, calls: readonly Call[], isSteady: boolean): Surroundings {
  const others = calls.filter(
    (other) => other !== call && other.beginMs <= endOf(call) && call.beginMs <= endOf(other),
  );
  return { isSteady, beside: new Set(others.map(({ act }) => act)) };
}
