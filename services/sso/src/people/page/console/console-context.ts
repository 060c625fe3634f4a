import {
  cleanText,
  html,
  isolateText,
  summariseUserAgent,
  type FieldError,
  type Html,
} from '@latchkey/pages';
import { textOf, valueOf, type Column, type Item } from '../../console/declare.ts';
import { renderDate, renderMoment } from '../account/render-list.ts';
import type { PageContext } from '../page-context.ts';
import type { ConsoleView } from './console-view.ts';
import { consoleWords, labelOf } from './words.ts';

/** What the parts of a page of the console need to render themselves. */
export interface ConsoleContext extends PageContext {
  readonly view: ConsoleView;
  /** What the person must correct, in the form that did nothing. */
  readonly error: FieldError | null;
}

const longestText = 200;

/** The address of a list with its filters, or of a thing. */
export function addressOf(place: string, query: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return `/console/${place}${search === '' ? '' : `?${search}`}`;
}

/** The address of a thing of a list. */
export function thingAddress(list: string, id: string): string {
  return addressOf(`${list}/${encodeURIComponent(id)}`);
}

/** A value of a record as people read it; what others wrote is cleaned and kept apart. */
export function renderValue(item: Item, { name, rather, as }: Column, context: PageContext): Html | string {
  const value = valueOf(item, name);
  if (typeof value === 'boolean') return value ? consoleWords.yes : consoleWords.no;
  if (Array.isArray(value) && value.length > 0) {
    const render = (one: unknown) => (as === 'periods' ? renderPeriod(one as Item, context) : renderOne(one));
    return html`${value.map((one) => html`<span class="line">${render(one)}</span> `)}`;
  }
  const text = (rather && textOf(item, rather)) || textOf(item, name);
  if (text === '') return '–';
  if (as === 'moment') return renderMoment(text, context);
  if (as === 'instant')
    return html`<time class="whole" datetime="${text}">${text.slice(0, 19).replace('T', ' ')}</time>`;
  if (as === 'agent')
    return html`<bdi translate="no">${summariseUserAgent(text) || cleanText(text, longestText)}</bdi>`;
  return isolateText(text, longestText);
}

/** One of a list of values: a text, or the values of a record. */
function renderOne(one: unknown): Html {
  const texts = typeof one === 'object' && one !== null ? Object.values(one) : [one];
  const shown = texts.filter((text) => typeof text !== 'object').map(String);
  return isolateText(shown.join(' · '), longestText);
}

/** Since when something is good, and until when. */
function renderPeriod(one: Item, context: PageContext): Html {
  const [from, until] = [textOf(one, 'created_at'), textOf(one, 'expires_at')];
  const begun = renderDate(from, context);
  return until === '' ? html`${consoleWords.since} ${begun}` : html`${begun} – ${renderDate(until, context)}`;
}

/** The same, which leads to the thing that it names. */
export function renderLinked(item: Item, column: Column, context: PageContext): Html | string {
  const value = renderValue(item, column, context);
  const { leadsTo } = column;
  const id = leadsTo === undefined ? '' : textOf(item, leadsTo.id);
  return leadsTo === undefined || id === '' || value === '–'
    ? value
    : html`<a href="${thingAddress(leadsTo.list, id)}">${value}</a>`;
}

/** What the column of a value is called. */
export const columnLabel = ({ name, label = name }: Column): string => labelOf(label);
