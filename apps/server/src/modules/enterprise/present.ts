import { enterpriseFields, type EnterpriseFields } from '@anlan/contract/modules/enterprise/enterprise';
import type { Field } from '@anlan/contract/kit/field';
import { snakeCase } from '@anlan/contract/kit/resource';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { maskPhone } from '@anlan/contract/domain/phone';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import type { Change } from '@anlan/contract/domain/field-change';
import type { Updateable } from 'kysely';
import { changesBetween } from '#kernel/changes.ts';
import type { AuditModule } from '../audit/index.ts';
import { classified } from './rules.ts';
import type { EnterpriseRow } from './store.ts';
import type { EnterpriseTable } from './tables.ts';

type AuditEntry = Parameters<AuditModule['record']>[1];
export const enterpriseFieldNames = Object.keys(enterpriseFields.shape).map(
  (field) => [field as keyof EnterpriseFields, snakeCase(field) as keyof EnterpriseRow] as const,
);
export const fileOf = (row: EnterpriseRow): Record<string, unknown> =>
  Object.fromEntries(enterpriseFieldNames.map(([field, column]) => [field, row[column]]));
/** 资料齐全率 after a change. The field 系统简称 counts too, although another call changes it. */
export const rateAfter = (row: EnterpriseRow, changed: Readonly<Record<string, unknown>>): number =>
  profileRate({ ...fileOf(row), aliasName: row.alias_name, ...changed });

const storedFields = Object.entries<Field>(enterpriseFieldSpecs).map(([name, { spec }]) => ({
  name,
  column: snakeCase(name) as keyof EnterpriseRow,
  isPhone: spec.encrypted === true,
  // The driver returns decimals and amounts as text.
  isNumber: spec.kind === 'money' || spec.kind === 'decimal',
}));
/** The declared fields of a row, with masked phones. */
export const maskedFields = (row: EnterpriseRow): Record<string, unknown> =>
  Object.fromEntries(
    storedFields.map(({ name, column, isNumber, isPhone }) => {
      const value = row[column];
      if (typeof value !== 'string') return [name, value];
      if (name === 'chemicals') return [name, null];
      return [name, isNumber ? Number(value) : isPhone ? maskPhone(value) : value];
    }),
  );

const hidden = new Set<string>(classified);
/** Table columns of the given fields, without phones, which are encrypted with the id of the row. */
export function columnsOf(fields: Readonly<Record<string, unknown>>): Updateable<EnterpriseTable> {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || hidden.has(name)) continue;
    columns[snakeCase(name)] = name === 'chemicals' && value !== null ? JSON.stringify(value) : value;
  }
  // The cast is safe: a test compares the schema keys with the table columns.
  return columns as Updateable<EnterpriseTable>;
}

/** Changed fields for the audit. Classified values are masked (S28). */
export const changesOf = (before: object, after: object): Change[] =>
  changesBetween(before, after, (field, value) =>
    hidden.has(field) && typeof value === 'string' ? maskPhone(value) : (value ?? null),
  );

/** Audit entry of a call on one enterprise. */
export const entryOf = (call: string, id: string, more: Pick<AuditEntry, 'changes' | 'note' | 'parentId'> = {}) => ({
  call: `enterprise.${call}`,
  objectType: 'enterprise',
  objectId: id,
  enterpriseId: id,
  ...more,
});

const tagFields = [
  ['hazardFeature', 'hazardFeatures'],
  ['highRiskKind', 'highRiskKinds'],
  ['permitKind', 'permitKinds'],
  ['carType', 'carTypes'],
  ['label', 'labels'],
] as const;
export const namesTag = (fields: object): boolean => tagFields.some(([, field]) => field in fields);
/** Rows of `enterprise_tag` for the fields with several values, which filters search. */
export const tagsOf = (fields: Partial<EnterpriseFields>): { kind: string; value: string }[] =>
  tagFields.flatMap(([kind, field]) => (fields[field] ?? []).map((value) => ({ kind, value })));
