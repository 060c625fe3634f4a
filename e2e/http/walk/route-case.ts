import type { Answer } from '../../../infra/local/raw-requests.ts';

/** Sends fields to the route of a case: as JSON or as a form, whichever the service reads; in the query of a GET. */
export type Call = (fields?: object, headers?: Record<string, string>) => Promise<Answer>;

/** A request that a route answers well. `World` is what requests are made of. */
export interface RouteCase<World> {
  readonly well: (call: Call, world: World) => Promise<Answer>;
  /** Whether the stack has what this needs; without it, it is not asked. Yes unless said. */
  readonly isPossible?: (world: World) => Promise<boolean>;
  /** What is in the answer, where an envelope is around it in `data`. */
  readonly data?: object;
  /** How the route reads fields, where that is not as the others of its service. */
  readonly format?: 'form';
  /** Whether a service without its siblings can answer it. */
  readonly isAlone?: boolean;
}

/** Every public route of a service. */
export type RouteCases<World> = Readonly<Record<`${'GET' | 'POST'} /${string}`, RouteCase<World>>>;

/** What an account has to be signed in at sso's page in a browser for, with a passkey: `e2e/browser/passkeys` does it. */
export const byPage = {
  well: (call: Call) => call(),
  isPossible: () => Promise.resolve(false),
} as const;

/** The greeting of every service. */
export const helloCase: RouteCase<unknown> = {
  isAlone: true,
  well: (call) => call(),
  data: { version: expect.any(String) },
};

/** Makes a thing at its first use and keeps it; with `forMs` it is made again when it is older. */
export function once<Thing>(make: () => Promise<Thing>, forMs = Infinity): () => Promise<Thing> {
  let made: { readonly thing: Promise<Thing>; readonly at: number } | undefined;
  return () => {
    if (made === undefined || Date.now() - made.at > forMs) made = { thing: make(), at: Date.now() };
    return made.thing;
  };
}

/** What cases read of the data of an answer; each route answers some of it. */
interface AnswerData {
  readonly id: string;
  readonly key: string;
  readonly access_token: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly invite: string;
  readonly secret: string;
  readonly recovery_codes: readonly string[];
  readonly items: readonly { readonly id: string }[];
  readonly root: { readonly token: string };
  readonly session: { readonly id: string };
  readonly user: { readonly id: string };
}

/** The data of an answer that must be good. Throws what the service said. */
export function dataOf(answer: Answer): AnswerData {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body['data'] as AnswerData;
}

/** The machine code of a refusal, in either vocabulary. */
export function codeOf({ body }: Answer): unknown {
  return body['error'] ?? body['code'];
}
