// Rules for form fields that need only the resource declaration.
import { isMaskedCitizenId } from '@anlan/contract/domain/citizen-id';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import type { FieldSpec } from '@anlan/contract/kit/field';
import * as z from 'zod/mini';
import { shortLabel, typedFields, type AnyResource, type Values } from './resource.ts';

/** Converts an empty value to null: a cleared text field has '', a field never edited has undefined. */
const cleared = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(cleared(one)) === JSON.stringify(cleared(other));

/** The error message of one field by the contract's schema, or null. */
export function fieldProblem(of: AnyResource, key: string, value: unknown): string | null {
  const field = of.fields[key];
  if (field === undefined) return null;
  const { schemas, spec } = field;
  if (cleared(value) === null && spec.own) return spec.messages?.missing ?? null;
  const input = cleared(value) ?? (spec.required ? '' : null);
  if (input === null) return null;
  // The form has row values, so they are encoded to wire values, which the schema checks.
  const result = z.safeEncode(schemas.input, input);
  if (result.success) return null;
  const { path = [], message = '填写有误' } = result.error.issues[0] ?? {};
  return spec.kind === 'list' && typeof path[0] === 'number' ? `第 ${path[0] + 1} 条：${message}` : message;
}

/**
 * Whether the condition of a field is met by the other values. A condition on a field that the form lacks counts as
 * met.
 */
export function applies(
  of: { fields: Readonly<Record<string, { spec: FieldSpec }>> },
  key: string,
  values: Values,
): boolean {
  const when = of.fields[key]?.spec.when;
  if (when === undefined || of.fields[when.field] === undefined) return true;
  // A field that does not apply keeps its value, so the fields that depend on it do not apply either.
  if (when.field !== key && !applies(of, when.field, values)) return false;
  const value = cleared(values[when.field]);
  if (when.is === 'filled') return Boolean(value);
  return 'not' in when.is ? !when.is.not.includes(value) : when.is.includes(value);
}

export const isRequired = ({ required, own }: FieldSpec): boolean => required === true || own === true;

export const formOf = (of: AnyResource, row: Values): Values =>
  Object.fromEntries(
    typedFields(of)
      .filter(([, { inputOnly }]) => !inputOnly)
      .map(([key]) => [key, row[key] ?? null]),
  );

export const defaultsOf = (of: AnyResource): Values =>
  Object.fromEntries(
    typedFields(of).flatMap(([key, { default: value }]) => (value === undefined ? [] : [[key, value]])),
  );

/** The fields that changed since the form opened. Fields that are set only at creation are left out. */
export function changesOf(of: AnyResource, before: Values, now: Values): Values {
  return Object.fromEntries(
    typedFields(of)
      .filter(([key, { immutable }]) => !immutable && Object.hasOwn(now, key) && !isSame(before[key], now[key]))
      .map(([key]) => [key, cleared(now[key])]),
  );
}

export const filledOf = (of: AnyResource, values: Values): Values =>
  Object.fromEntries(typedFields(of).flatMap(([key]) => (cleared(values[key]) === null ? [] : [[key, values[key]]])));

/** The schema of a form draft. Encrypted fields are never stored in a draft; the user must enter them again. */
export const draftShape = (of: AnyResource) =>
  z.object(
    Object.fromEntries(
      typedFields(of)
        .filter(([, { encrypted }]) => !encrypted)
        // A draft is stored as JSON, which has no dates, so instants are parsed. A text that is no time stays a text.
        .map(([key, { kind }]) => [
          key,
          kind === 'instant' ? z.union([z.null(), z.coerce.date(), z.string()]) : z.unknown(),
        ]),
    ),
  );

export const undraftedOf = (of: AnyResource): string =>
  typedFields(of)
    .filter(([, { encrypted }]) => encrypted)
    .map(([, spec]) => shortLabel(spec))
    .join('、');

/**
 * Typed fields whose mask is the same in both rows: it can hide a change by another person. Of these, returns the fields
 * that the history shows as changed since the row was read. Without a history, returns all.
 */
export function hiddenChanges(
  mine: Values,
  opened: Values,
  current: Values,
  history: readonly { at: Date; changes: readonly { field: string }[] }[] | null,
  since: unknown,
): string[] {
  const names = Object.keys(mine).filter((key) => isMasked(current[key]) && isSame(opened[key], current[key]));
  const touched = history
    ?.filter(({ at }) => !(since instanceof Date) || at >= since)
    .flatMap(({ changes }) => changes);
  return touched ? names.filter((key) => touched.some(({ field }) => field === key)) : names;
}

export interface FieldError {
  key: string;
  spec: FieldSpec;
}
export interface Meanwhile {
  both: (FieldError & { mine: unknown; theirs: unknown })[];
  others: (FieldError & { before: unknown; now: unknown })[];
  kept: FieldError[];
}

/**
 * Compares the values of my form with the current row. `opened` has the values when editing began; for a field missing
 * there, it is unknown whether another user changed it. An equal masked number counts as unchanged.
 */
export function compare(of: AnyResource, mine: Values, opened: Values, current: Values): Meanwhile {
  const comparison: Meanwhile = { both: [], others: [], kept: [] };
  for (const [key, spec] of typedFields(of)) {
    if (spec.inputOnly || spec.immutable) continue;
    const isTheirs = !Object.hasOwn(opened, key) || !isSame(opened[key], current[key]);
    if (!Object.hasOwn(mine, key)) {
      if (isTheirs && Object.hasOwn(opened, key))
        comparison.others.push({ key, spec, before: opened[key], now: current[key] });
    } else if (isSame(mine[key], current[key])) continue;
    else if (isTheirs) comparison.both.push({ key, spec, mine: mine[key], theirs: current[key] });
    else comparison.kept.push({ key, spec });
  }
  return comparison;
}

/**
 * Values on which changed fields depend, if another user changed them so that these fields no longer apply. They must
 * be saved too, otherwise the change has no effect.
 */
export function conditionsOf(of: AnyResource, mine: Values, typed: Values, current: Values): Values {
  return Object.fromEntries(
    Object.keys(mine).flatMap((key) => {
      const field = of.fields[key]?.spec.when?.field;
      const isLost = applies(of, key, typed) && !applies(of, key, current);
      return field === undefined || field in mine || !isLost ? [] : [[field, typed[field]]];
    }),
  );
}

export const isMasked = (value: unknown): boolean =>
  typeof value === 'string' && (isMaskedPhone(value) || isMaskedCitizenId(value));

/** One line of a form: a full-width field, two half-width fields, or one half-width field and a gap. */
export type FormRow<K extends string = string> = K | readonly [K] | readonly [K, K];

const wide: ReadonlySet<string> = new Set(['prose', 'rich', 'files', 'list', 'group', 'json']);

/**
 * The lines of a form. Fields that the page does not place come last, in pairs; a wide field and a field of `alone` have
 * their own line.
 */
export function rowsOf(of: AnyResource, named: readonly FormRow[], alone: readonly string[] = []): readonly FormRow[] {
  const there = new Set(named.flat());
  const rows: FormRow[] = [...named];
  let open: string | undefined;
  const close = () => {
    if (open !== undefined) rows.push([open]);
    open = undefined;
  };
  for (const [key, { kind, section }] of typedFields(of)) {
    if (there.has(key)) continue;
    if (section) close();
    if (wide.has(kind) || alone.includes(key)) {
      close();
      rows.push(key);
    } else if (open === undefined) open = key;
    else {
      rows.push([open, key]);
      open = undefined;
    }
  }
  close();
  return rows;
}
