import { explainUnreserved } from '../../take/refuse-take.ts';
import { defineLook } from '../define-look.ts';
import { showAsked, showRefusal } from './show-asked.ts';

/** GET /fill/:id says who asks for a secret, and for what. Source: contract part 3 "Asking for a secret". */
export const showFill = defineLook({
  path: '/fill/:id',
  summary: 'Shows the page to fill in a secret that somebody asks for',
  outcome: 'asked',
  isFor: (drop) => drop.asker !== null && explainUnreserved(drop) === undefined,
  show: (visit, shown, drop) => showAsked(visit, shown, { drop }),
  refuse: showRefusal,
});
