import {
  enterpriseFields,
  type Enterprise,
  type EnterpriseFields,
} from '@anlan/contract/modules/enterprise/enterprise';
import type { Field } from '@anlan/contract/kit/field';
import { enterpriseFieldSpecs, type EnterpriseFieldName } from '@anlan/contract/modules/enterprise/fields';
import { maskPhone } from '@anlan/contract/domain/phone';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import type { Change } from '@anlan/contract/domain/field-change';
import type { Updateable } from 'kysely';
import { changesBetween } from '#kernel/changes.ts';
import type { Scope } from '#kernel/scope.ts';
import type { AuditModule } from '../audit/index.ts';
import { abilitiesOf, classified, seesLabels } from './rules.ts';
import type { Phones } from './encrypted-phones.ts';
import type { EnterpriseRow } from './store.ts';
import type { EnterpriseTable } from './tables.ts';

type AuditEntry = Parameters<AuditModule['record']>[1];
export interface Names {
  regions: ReadonlyMap<string, string>;
  industries: ReadonlyMap<string, string>;
  officers: ReadonlyMap<string, string>;
}

const snaked = new Map<string, string>();
function snake(name: string): string {
  let column = snaked.get(name);
  if (column === undefined) snaked.set(name, (column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)));
  return column;
}
export const enterpriseFieldNames = Object.keys(enterpriseFields.shape).map(
  (field) => [field as keyof EnterpriseFields, snake(field) as keyof EnterpriseRow] as const,
);
export const fileOf = (row: EnterpriseRow): Record<string, unknown> =>
  Object.fromEntries(enterpriseFieldNames.map(([field, column]) => [field, row[column]]));
/** 资料齐全率 after a change. The field 系统简称 counts too, although another call changes it. */
export const rateAfter = (row: EnterpriseRow, changed: Readonly<Record<string, unknown>>): number =>
  profileRate({ ...fileOf(row), aliasName: row.alias_name, ...changed });

const storedFields = Object.entries<Field>(enterpriseFieldSpecs).map(([name, { spec }]) => ({
  name,
  column: snake(name) as keyof EnterpriseRow,
  // The driver returns decimals and amounts as text.
  isNumber: spec.kind === 'money' || spec.kind === 'decimal',
}));
/** An enterprise as answered to the caller. Phones are masked, except the phones decrypted in `whole`. */
export function presentEnterprise(scope: Scope, row: EnterpriseRow, names: Names, whole: Phones | null): Enterprise {
  const phones = Object.fromEntries(
    classified.map((name) => [name, whole ? whole[name] : maskedPhone(row[snake(name) as keyof EnterpriseRow])]),
  );
  const fields = storedFields.map(({ name, column, isNumber }) => {
    const value = row[column];
    return [name, isNumber && typeof value === 'string' ? Number(value) : value];
  });
  const presented: Omit<Enterprise, EnterpriseFieldName> = {
    id: row.id,
    version: row.version,
    abilities: abilitiesOf(scope, row),
    officerName: names.officers.get(row.officer_id ?? '') ?? null,
    regionName: names.regions.get(row.region_code) ?? null,
    industryName: names.industries.get(row.industry_code) ?? null,
    mergedInto: row.merged_into,
    createdAt: row.created_at,
  };
  const special: Partial<Enterprise> = {
    chemicals: typeof row.chemicals === 'string' ? null : row.chemicals,
    labels: seesLabels(scope) ? row.labels : null,
  };
  // The cast is safe: the columns have the names of the fields, and the answer is encoded by its schema.
  return { ...Object.fromEntries(fields), ...phones, ...special, ...presented } as unknown as Enterprise;
}
const maskedPhone = (phone: unknown) => (typeof phone === 'string' ? maskPhone(phone) : null);

const hidden = new Set<string>(classified);
/** Table columns of the given fields, without phones, which are encrypted with the id of the row. */
export function columnsOf(fields: Readonly<Record<string, unknown>>): Updateable<EnterpriseTable> {
  const columns: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || hidden.has(name)) continue;
    columns[snake(name)] = name === 'chemicals' && value !== null ? JSON.stringify(value) : value;
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

/** Rows of `enterprise_tag` for the fields with several values, which filters search. */
export function tagsOf(fields: Partial<EnterpriseFields>): { kind: string; value: string }[] {
  return (
    [
      ['hazardFeature', fields.hazardFeatures],
      ['highRiskKind', fields.highRiskKinds],
      ['permitKind', fields.permitKinds],
      ['carType', fields.carTypes],
      ['label', fields.labels],
    ] as const
  ).flatMap(([kind, values]) => (values ?? []).map((value) => ({ kind, value })));
}
