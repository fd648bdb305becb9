import { yuanOf } from '../domain/yuan.ts';
import { Field, money } from './field.ts';

/** An amount in fen that travels in yuan with two decimals, as the specification's own calls do. */
export function yuan(label: string) {
  const { schemas, spec } = money(label);
  const codec = yuanOf(label);
  return new Field<ReturnType<typeof money>['traits']>({ ...schemas, input: codec, output: codec }, spec);
}
