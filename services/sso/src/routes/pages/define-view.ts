import {
  definePage,
  type FieldsSchema,
  type InferFields,
  type PageDefinition,
  type PageResult,
  type RequestInfo,
  type Route,
} from '@latchkey/http-server';
import type { SsoContext } from '../../context.ts';
import { adminRefusals } from '../../oauth/token/rights.ts';
import type { AnyView, Page } from '../../people/page/look.ts';
import type { Visit } from '../../people/sign-in/visit.ts';
import { orThrottled, type Outcome } from './outcome.ts';

/** The output schema of the pages for callers that ask for JSON. */
export const pageOutput = {
  properties: {
    outcome: {
      type: 'string',
      description:
        'enter, choose_password, confirm, number, approved, denied, login, account, account_deleted, signed_in, signed_out, what the page of a link shows, ask, refused, leaving, sign_out, or the reason why nothing was changed',
    },
    location: { type: 'string', description: 'where the browser is led, with the answer to an app' },
    door: { type: 'string', description: 'the page of a link: signup, invitation, reset or confirm' },
    email: { type: 'string', description: 'the address that a link is for, or that was typed' },
    needs_code: { type: 'boolean', description: 'whether a new password needs a one-time or recovery code' },
    invitation: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'org, role and who invites',
    },
    error: { type: 'string' },
    error_description: { type: 'string' },
    csrf: { type: 'string' },
    ticket: { type: 'string' },
    user_code: { type: 'string' },
    number: { type: 'string', description: 'what the device must be given back' },
    sealed_credentials: { type: 'string', description: 'what the form of a first password sends back' },
    account: { type: ['string', 'null'] },
    client_name: { type: 'string' },
    request: { type: 'object', additionalProperties: true },
    admin_refused: {
      type: 'string',
      enum: [...adminRefusals],
      description: 'why the scope admin, which is asked for, is not given',
    },
    section: { type: 'object', additionalProperties: true, description: 'of the account page' },
    asks_password: {
      type: 'boolean',
      description:
        'whether acts that do not last need the password, which was typed longer than five minutes ago',
    },
    notice: {
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'what an act on the account page did',
    },
    problem: { type: ['string', 'null'], description: 'why a form did nothing' },
    payload: { type: 'string', description: 'base64, of a secret that is a file' },
    filename: { type: 'string' },
    user_id: { type: 'string' },
    amr: { type: 'array', items: { type: 'string' } },
    auth_time: { type: 'integer', description: 'seconds since the epoch' },
  },
} as const;

/** What a request to a page has led to. */
export interface Shown<View extends AnyView> {
  readonly page: Page<View>;
  readonly outcome: Outcome<View>;
  readonly visit: Visit;
  /** Languages that the request asks for, best first. */
  readonly uiLocales: string | undefined;
}

/** Shows it, in the person's language or as JSON. */
type Answer = <View extends AnyView>(request: RequestInfo, shown: Shown<View>) => Promise<PageResult>;

/** A route of a page, which is given what answers for all pages: none reaches what only another one shows. */
export type ViewRoute = (answer: Answer) => Route<SsoContext>;

interface ViewDefinition<Input extends FieldsSchema, View extends AnyView, Caller extends Visit> extends Omit<
  PageDefinition<Input, SsoContext, Caller, Caller>,
  'handle' | 'output'
> {
  readonly output?: FieldsSchema;
  readonly page: Page<View> | ((request: RequestInfo) => Page<View>);
  /** In place of the languages that the request asks for. */
  readonly speak?: (outcome: Outcome<View>) => string | undefined;
  readonly handle: (
    context: SsoContext,
    input: InferFields<Input>,
    visit: NoInfer<Caller>,
    request: RequestInfo,
  ) => Outcome<NoInfer<View>> | PageResult | Promise<Outcome<NoInfer<View>> | PageResult>;
}

/** Makes a route whose handler says what a page shows, or answers a file. */
export function defineView<const Input extends FieldsSchema, View extends AnyView, Caller extends Visit>({
  page,
  speak,
  handle,
  ...route
}: ViewDefinition<Input, View, Caller>): ViewRoute {
  return (answer) =>
    definePage({
      family: 'browser',
      output: pageOutput,
      ...route,
      async handle(context: SsoContext, input, visit, request) {
        const outcome = await orThrottled(async () => handle(context, input, visit, request));
        if ('html' in outcome) return outcome;
        const { ui_locales: posted } = input as { readonly ui_locales?: string };
        const asked = request.method === 'POST' ? posted : request.query('ui_locales');
        const uiLocales = speak === undefined ? asked : speak(outcome);
        const shownPage = typeof page === 'function' ? page(request) : page;
        return answer(request, { page: shownPage, outcome, visit, uiLocales });
      },
    });
}
