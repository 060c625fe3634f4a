import { exampleValues } from '@latchkey/contracts';
import { text, type RequestInfo } from '@latchkey/http-server';
import { isOpenedByPerson, negotiateLocale } from '@latchkey/pages';
import { readOwnForm } from '../../access/read-own-form.ts';
import { doorAccess, type DoorVisit } from '../../access/visitor-access.ts';
import type { SsoContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { doorLooks } from '../../people/page/doors/door-looks.ts';
import type { DoorView } from '../../people/page/doors/door-view.ts';
import type { Page } from '../../people/page/look.ts';
import { doorPaths, purposeOf, type DoorName } from '../../people/sign-in/door-link.ts';
import { defineView } from '../pages/define-view.ts';
import { findKept, shownField } from '../pages/kept-page.ts';
import { credentialErrors } from '../pages/outcome.ts';
import { showDoor, showEnded, showStart, type DoorOutcome } from './door-outcome.ts';
import { actsOf, submitDoor } from './submit-door.ts';

/** What a cookie can hold; the tokens of links are shorter. */
const tokenForm = /^[\w.-]{16,256}$/;

/**
 * Takes the token of a link out of the address, for a page that a person opens. A program that looks at a mail's links
 * takes nothing, and a page of another site cannot put a link of its own in the place of one.
 */
function takeLink(
  { settings }: SsoContext,
  door: DoorName,
  visit: DoorVisit,
  token: string,
  request: RequestInfo,
): DoorOutcome {
  if (!tokenForm.test(token)) return showEnded(settings, door, visit);
  const view = { kind: 'door', door, state: 'waiting' } as const;
  if (request.method === 'HEAD' || !isOpenedByPerson((name) => request.header(name))) return { view };
  return { view, link: { purpose: purposeOf[door], token }, next: doorPaths[door] };
}

const pages = {
  signup: 'the page on which a person makes an account',
  invitation: 'the page on which a person answers an invitation',
  reset: 'the page on which a person sets a new password',
  confirm: 'the page on which a person confirms an address',
  restore: 'the page on which a person puts the former address of an account back',
} as const;

const pageOf = (door: DoorName): Page<DoorView> => ({ path: doorPaths[door], looks: doorLooks });

function showPage(door: DoorName) {
  return defineView({
    method: 'GET',
    page: pageOf(door),
    path: doorPaths[door],
    summary: `Shows ${pages[door]}`,
    access: doorAccess(purposeOf[door]),
    input: {
      properties: {
        link: {
          type: 'string',
          description: 'the token of a link; it moves into a cookie, and spends nothing',
        },
        ...shownField,
        ui_locales: { type: 'string', description: 'languages, best first' },
      },
    },
    errors: [errors.linkUnknown, errors.throttled],
    async handle(context, { link = '', shown = '' }, visit, request) {
      const kept = await findKept(context.tickets, visit, shown, pageOf(door));
      if (kept?.typed !== undefined) {
        // One id for each time that it is shown: a form that is sent twice is one act. Nobody is led on from here.
        const { view } = showStart(context.settings, door, { ...visit, nextForm: shown }, kept.typed);
        return { view };
      }
      if (kept !== undefined) return kept;
      return link === '' ? showDoor(context, door, visit) : takeLink(context, door, visit, link, request);
    },
  });
}

/** The box of the passkeys that end with the password. */
const passkeyFields = {
  passkeys: { ...text, enum: ['shown'], description: 'whether the form had the box' },
  end_passkeys: {
    ...text,
    enum: ['yes'],
    description: 'the box; passkeys stay where it was shown and is missing',
  },
} as const;

function isBoxCleared(input: { readonly [Name in keyof typeof passkeyFields]?: string }): boolean {
  return input.passkeys !== undefined && input.end_passkeys === undefined;
}

function submitPage(door: DoorName) {
  return defineView({
    page: pageOf(door),
    path: doorPaths[door],
    summary: `Receives the forms of ${pages[door]}`,
    access: doorAccess(purposeOf[door]),
    input: {
      properties: {
        csrf: { ...text, examples: [exampleValues['csrf']] },
        act: { ...text, enum: actsOf[door] },
        email: { ...text, description: 'where the link is sent to, or the address that it is for' },
        name: text,
        new_password: text,
        new_password_again: { ...text, description: 'the same again' },
        code: { ...text, description: 'one-time or recovery code' },
        ...passkeyFields,
        ui_locales: text,
      },
    },
    errors: [
      errors.csrfFailed,
      errors.formInvalid,
      errors.linkUnknown,
      errors.signUpClosed,
      ...credentialErrors,
    ],
    handle(context, input, visit, request) {
      const { act, csrf = '', ui_locales: uiLocales } = input;
      const { new_password: newPassword = '', new_password_again: newPasswordAgain = '' } = input;
      const [email = '', name = '', code = ''] = [input.email, input.name, input.code].map((typed) =>
        typed?.trim(),
      );
      const locale = negotiateLocale(request.header('accept-language'), uiLocales);
      const keepsPasskeys = isBoxCleared(input);
      const form = { csrf, email, name, newPassword, newPasswordAgain, code, keepsPasskeys, locale };
      const isOurs = readOwnForm(context.settings, visit, request, csrf) !== undefined;
      return submitDoor(context, door, visit, { ...form, act, isOurs });
    },
  });
}

/** The pages of links, by which a person comes in or back in. Source: contract part 1 "Doors". */
export const doorPages = (Object.keys(doorPaths) as DoorName[]).flatMap((door) => [
  showPage(door),
  submitPage(door),
]);
