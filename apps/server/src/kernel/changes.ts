import type { Change } from '@anlan/contract/domain/change';

/** Whether two values are the same to people: what is missing is nothing, lists are their values. */
export const isSame = (one: unknown, other: unknown): boolean =>
  (one ?? null) === (other ?? null) || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What a write changes, field by field; what it does not give stays. `told` says how a value is written down. */
export function changesBetween(
  before: object,
  after: object,
  told: (field: string, value: unknown) => unknown = (_field, value) => value ?? null,
): Change[] {
  const had = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) =>
    value === undefined || isSame(had.get(field), value)
      ? []
      : [{ field, before: told(field, had.get(field)), after: told(field, value) }],
  );
}
