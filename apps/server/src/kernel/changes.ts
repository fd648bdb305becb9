import type { Change } from '@anlan/contract/domain/field-change';

/** Whether two values look equal to a user: missing equals null, and lists are compared by value. */
export const isSame = (one: unknown, other: unknown): boolean =>
  (one ?? null) === (other ?? null) || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/**
 * Changes of a write by field. Omitted fields do not change. The third parameter converts a value to its audit form.
 */
export function changesBetween(
  before: object,
  after: object,
  toAuditValue: (field: string, value: unknown) => unknown = (_field, value) => value ?? null,
): Change[] {
  const had = new Map<string, unknown>(Object.entries(before));
  return Object.entries(after).flatMap(([field, value]) =>
    value === undefined || isSame(had.get(field), value)
      ? []
      : [{ field, before: toAuditValue(field, had.get(field)), after: toAuditValue(field, value) }],
  );
}
