// What a form knows of its fields, by the declaration alone.
import { isMaskedCitizenId } from '@anlan/contract/domain/citizen-id';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import type { FieldSpec } from '@anlan/contract/kit/field';
import * as z from 'zod/mini';
import { shortLabel, typedFields, type AnyResource, type Values } from './resource.ts';

/** What is empty is null: a cleared field of text holds '', one that was never touched undefined. */
const cleared = (value: unknown): unknown => (value === undefined || value === '' ? null : value);
/** Whether two values say the same. */
const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(cleared(one)) === JSON.stringify(cleared(other));

/** What is wrong with one field by the contract's own schema, or null. */
export function fieldProblem(of: AnyResource, key: string, value: unknown): string | null {
  const field = of.fields[key];
  if (field === undefined) return null;
  const { schemas, spec } = field;
  if (cleared(value) === null && spec.own) return spec.messages?.missing ?? null;
  const given = cleared(value) ?? (spec.required ? '' : null);
  if (given === null) return null;
  // A form holds what rows hold, which a schema encodes.
  const result = z.safeEncode(schemas.input, given);
  if (result.success) return null;
  const { path = [], message = '填写有误' } = result.error.issues[0] ?? {};
  return spec.kind === 'list' && typeof path[0] === 'number' ? `第 ${path[0] + 1} 条：${message}` : message;
}

/** Whether a field applies at these values of the others; a form without the field of the condition does not ask. */
export function applies(
  of: { fields: Readonly<Record<string, { spec: FieldSpec }>> },
  key: string,
  values: Values,
): boolean {
  const when = of.fields[key]?.spec.when;
  if (when === undefined || of.fields[when.field] === undefined) return true;
  const value = cleared(values[when.field]);
  if (when.is === 'filled') return Boolean(value);
  return 'not' in when.is ? !when.is.not.includes(value) : when.is.includes(value);
}

/** Whether a field must be filled in. */
export const isRequired = ({ required, own }: FieldSpec): boolean => required === true || own === true;

/** The form of a row: every field that may be typed, as it stands. */
export const formOf = (of: AnyResource, row: Values): Values =>
  Object.fromEntries(
    typedFields(of)
      .filter(([, { inputOnly }]) => !inputOnly)
      .map(([key]) => [key, row[key] ?? null]),
  );

/** What a new row begins with. */
export const defaultsOf = (of: AnyResource): Values =>
  Object.fromEntries(
    typedFields(of).flatMap(([key, { default: value }]) => (value === undefined ? [] : [[key, value]])),
  );

/** The values that differ from those that the form was opened with; what is typed once with a new row is never one. */
export function changesOf(of: AnyResource, before: Values, now: Values): Values {
  return Object.fromEntries(
    typedFields(of)
      .filter(([key, { immutable }]) => !immutable && Object.hasOwn(now, key) && !isSame(before[key], now[key]))
      .map(([key]) => [key, cleared(now[key])]),
  );
}

/** What is filled in at all, for a new row. */
export const filledOf = (of: AnyResource, values: Values): Values =>
  Object.fromEntries(typedFields(of).flatMap(([key]) => (cleared(values[key]) === null ? [] : [[key, values[key]]])));

/** What of the form is kept while it is not saved: encrypted fields are classified, and typed again. */
export const draftShape = (of: AnyResource) =>
  z.object(
    Object.fromEntries(
      typedFields(of)
        .filter(([, { encrypted }]) => !encrypted)
        // JSON knows no moments.
        .map(([key, { kind }]) => [key, kind === 'instant' ? z.nullable(z.coerce.date()) : z.unknown()]),
    ),
  );

/** What has to be typed again where a draft is put back. */
export const undraftedOf = (of: AnyResource): string =>
  typedFields(of)
    .filter(([, { encrypted }]) => encrypted)
    .map(([, spec]) => shortLabel(spec))
    .join('、');

/** A field that is told about in a conflict. */
export interface FieldError {
  key: string;
  spec: FieldSpec;
}
/** Somebody else saved first: what becomes of both sides. */
export interface Meanwhile {
  /** What both changed, each otherwise: to be chosen. */
  both: (FieldError & { mine: unknown; theirs: unknown })[];
  /** What only others changed. */
  others: (FieldError & { before: unknown; now: unknown })[];
  /** What only I changed. */
  kept: FieldError[];
}

/**
 * Compares my form with the row as it is now. `opened` says what stood in each field when I began; of a field that it
 * does not name nobody knows whether others changed it. A masked number that reads the same counts as unchanged.
 */
export function compare(of: AnyResource, mine: Values, opened: Values, current: Values): Meanwhile {
  const found: Meanwhile = { both: [], others: [], kept: [] };
  for (const [key, spec] of typedFields(of)) {
    if (spec.inputOnly || spec.immutable) continue;
    const isTheirs = !Object.hasOwn(opened, key) || !isSame(opened[key], current[key]);
    if (!Object.hasOwn(mine, key)) {
      if (isTheirs && Object.hasOwn(opened, key))
        found.others.push({ key, spec, before: opened[key], now: current[key] });
    } else if (isSame(mine[key], current[key])) continue;
    else if (isTheirs) found.both.push({ key, spec, mine: mine[key], theirs: current[key] });
    else found.kept.push({ key, spec });
  }
  return found;
}

/** Whether a number is shown without its middle. */
export const isMasked = (value: unknown): boolean =>
  typeof value === 'string' && (isMaskedPhone(value) || isMaskedCitizenId(value));

/** A row of a form: a field alone, two side by side, or one that leaves the other half empty. */
export type FormRow<K extends string = string> = K | readonly [K] | readonly [K, K];

const wide: ReadonlySet<string> = new Set(['prose', 'rich', 'files', 'list', 'group', 'json']);

/** The rows of a form; the fields that a page does not name follow, two by two, where they do not need a whole row. */
export function rowsOf(of: AnyResource, named: readonly FormRow[]): readonly FormRow[] {
  const there = new Set(named.flat());
  const rows: FormRow[] = [...named];
  let open: string | undefined;
  const close = () => {
    if (open !== undefined) rows.push([open]);
    open = undefined;
  };
  for (const [key, { kind }] of typedFields(of)) {
    if (there.has(key)) continue;
    if (wide.has(kind)) {
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
