import type { Change } from '@anlan/contract/domain/audit';
import { maskPhone } from '@anlan/contract/domain/phone';
import { stationFields, type Station, type StationFields } from '@anlan/contract/domain/station';
import type { Updateable } from 'kysely';
import type { Scope } from '#kernel/scope.ts';
import { abilitiesOf } from './rules.ts';
import type { StationRow } from './store.ts';
import type { StationTable } from './tables.ts';

/** Names that a row only has codes for. */
export interface Names {
  regions: ReadonlyMap<string, string>;
  enterprises: ReadonlyMap<string, { name: string; closed: boolean }>;
}

const numberOf = (text: string | null) => (text === null ? null : Number(text));

/** A row as its caller may see it: the phone masked as it is stored, whole where it was opened. */
export function presentStation(scope: Scope, row: StationRow, names: Names, whole: string | null): Station {
  const enterprise = names.enterprises.get(row.enterprise_id);
  return {
    id: row.id,
    version: row.version,
    abilities: enterprise?.closed ? [] : abilitiesOf(scope),
    enterpriseId: row.enterprise_id,
    enterpriseName: enterprise?.name ?? null,
    code: row.code,
    name: row.name,
    kind: row.kind,
    grade: row.grade,
    regionCode: row.region_code,
    regionName: names.regions.get(row.region_code) ?? null,
    address: row.address,
    lng: numberOf(row.lng),
    lat: numberOf(row.lat),
    managerName: row.manager_name,
    managerPhone: whole ?? maskPhone(row.manager_phone),
    areaSqm: numberOf(row.area_sqm),
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const columns = Object.keys(stationFields.shape).map((field) => ({
  field,
  column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}));

/** Typed-in fields as columns; only what is given. The phone is not among them: it is sealed by the row's id. */
export function columnsOf(fields: Partial<StationFields>): Updateable<StationTable> {
  const given = new Map<string, unknown>(Object.entries(fields));
  return Object.fromEntries(
    columns.flatMap(({ field, column }) =>
      given.get(field) === undefined || field === 'managerPhone' ? [] : [[column, given.get(field)]],
    ),
  );
}

/** The typed-in fields of a row. */
export function fieldsOf(row: StationRow): Record<string, unknown> {
  const held = new Map<string, unknown>(Object.entries(row));
  const numbers = new Set(['lng', 'lat', 'areaSqm']);
  return Object.fromEntries(
    columns.map(({ field, column }) => {
      const value = held.get(column) ?? null;
      return [field, numbers.has(field) && value !== null ? Number(value) : value];
    }),
  );
}

/** What a save changed, field by field; the phone masked (S28). */
export function changesOf(before: Record<string, unknown>, after: Record<string, unknown>): Change[] {
  const shown = (field: string, value: unknown): unknown =>
    field === 'managerPhone' && typeof value === 'string' ? maskPhone(value) : (value ?? null);
  return Object.keys(after)
    .filter((field) => after[field] !== undefined && (before[field] ?? null) !== (after[field] ?? null))
    .map((field) => ({ field, before: shown(field, before[field]), after: shown(field, after[field]) }));
}
