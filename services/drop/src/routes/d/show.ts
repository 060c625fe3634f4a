import { explainInactive } from '../../take/refuse-take.ts';
import { defineLook } from '../define-look.ts';
import { showFailure, showForm } from './answer-page.ts';

/** GET /d/:id asks for the key of an anonymous drop that can be opened. */
export const showDrop = defineLook({
  path: '/d/:id',
  summary: 'Shows the page to take an anonymous drop',
  outcome: 'form',
  isFor: (drop) => drop.anonymous && explainInactive(drop) === undefined,
  show: (visit, shown) => showForm(visit, shown),
  refuse: showFailure,
});
