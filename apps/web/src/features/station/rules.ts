import { station, type Station } from '@anlan/contract/modules/station/resource';
import * as z from 'zod/mini';

/** Name of a field of the form. */
export type StationField = Exclude<keyof typeof station.fields, 'enterpriseId'>;
/** What the form holds: raw input, in the words of the domain. */
export type FormValues = Partial<Record<StationField | 'enterpriseId', unknown>>;

const names = Object.keys(station.fields).filter((name) => name !== 'enterpriseId');
const isField = (name: string): name is StationField => names.includes(name);
/** Whether a field must be filled in. */
export const isRequired = (name: StationField): boolean => station.fields[name].spec.required === true;

const cleared = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** What is wrong with one field by the contract's own schema, or null. */
export function fieldProblem(name: StationField, value: unknown): string | null {
  const { schemas, spec } = station.fields[name];
  const given = cleared(value) ?? (spec.required ? '' : null);
  if (given === null) return null;
  const result = z.safeDecode(schemas.input, given);
  return result.success ? null : (result.error.issues[0]?.message ?? '填写有误');
}

/** What of the form is kept while it is not saved: the phone is classified, and typed again. */
export const draftShape = z.object(
  Object.fromEntries(
    [...names, 'enterpriseId'].filter((name) => name !== 'managerPhone').map((name) => [name, z.unknown()]),
  ),
);

/** The form of a row. */
export const formOf = (row: Station): FormValues =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(row, name) ?? null]));

/** The values that differ from those that the form was opened with. */
export function changesOf(before: FormValues, now: FormValues): FormValues {
  const changed: FormValues = {};
  for (const [name, value] of Object.entries(now))
    if (isField(name) && cleared(before[name]) !== cleared(value)) changed[name] = cleared(value);
  return changed;
}

/** What is filled in at all, for a new station. */
export const filledOf = (values: FormValues): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => cleared(value) !== null));
