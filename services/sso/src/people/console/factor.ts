import type { AdminRefusal, OperatorMfa } from '../../oauth/token/rights.ts';
import type { FactorField } from '../page/console/console-view.ts';
import type { VisitSession } from '../sign-in/visit.ts';

type Person = Pick<VisitSession, 'hasCodes'>;

/** What an act that needs a fresh code asks an operator for, as user-api does. */
export function freshFieldOf({ hasCodes }: Person): 'code' | 'password' {
  return hasCodes ? 'code' : 'password';
}

/** What power begins with beside a passkey; null where only a passkey gives it. */
export function factorFieldOf(operatorMfa: OperatorMfa, person: Person): FactorField {
  if (operatorMfa === 'passkey' || (operatorMfa === 'required' && !person.hasCodes)) return null;
  return freshFieldOf(person);
}

export type PowerRefusal = Extract<AdminRefusal, 'other_network' | 'no_passkey' | 'no_one_time_code'>;

/** Why somebody who shows this gets no power, whatever it is; undefined where it is to be checked. */
export function refusePower(
  { operatorMfa, isPlace }: { readonly operatorMfa: OperatorMfa; readonly isPlace: boolean },
  person: Person,
  { passkey }: { readonly passkey: string },
): PowerRefusal | undefined {
  if (!isPlace) return 'other_network';
  if (passkey !== '' || factorFieldOf(operatorMfa, person) !== null) return undefined;
  return operatorMfa === 'passkey' ? 'no_passkey' : 'no_one_time_code';
}
