import { yuanOf } from '../domain/yuan.ts';
import { Field, money } from './field.ts';

/** Field for an amount in fen. On the wire it is yuan with two decimals, as in the calls of the specification. */
export function yuan(label: string) {
  const { schemas, spec } = money(label);
  const codec = yuanOf(label);
  return new Field<ReturnType<typeof money>['traits']>({ ...schemas, input: codec, output: codec }, spec);
}
