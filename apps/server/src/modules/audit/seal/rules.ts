import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { SealTables } from './tables.ts';

/** A row that a seal covers. */
export type SealedRow = Selectable<SealTables['audit']>;
/** A seal. */
export type Seal = Selectable<SealTables['audit_seal']>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const markLength = 16;

// Every column in one fixed order; what a row says cannot change without its text changing.
const canonical = (row: SealedRow) =>
  JSON.stringify([
    row.tenant_id,
    row.id,
    row.parent_id,
    row.at.toISOString(),
    row.user_id,
    row.user_name,
    row.session_id,
    row.enterprise_id,
    row.address,
    row.user_agent,
    row.request_id,
    row.call,
    row.object_type,
    row.object_id,
    row.outcome,
    row.note,
    row.changes,
  ]);

/** Before the first seal. */
export const noSeal = '0'.repeat(64);

/** Ids, marks and hash of a seal over rows in their order. */
export function sealOf(previous: string, rows: readonly SealedRow[]) {
  const hashes = rows.map((row) => sha256(canonical(row)));
  return {
    ids: rows.map((row) => row.id),
    marks: hashes.map((hash) => hash.slice(0, markLength)).join(''),
    hash: sha256([previous, ...hashes].join('\n')),
  };
}

/** What is wrong with the audit, in words, with the row it was found at. */
export interface Breach {
  sealNo: number;
  /** The row, where one can be named. */
  id: string | null;
  what: string;
}

/** The first thing that a seal no longer bears out, or null. */
export function breachOf(
  seal: Seal,
  previous: Pick<Seal, 'no' | 'hash'> | null,
  rows: readonly SealedRow[],
): Breach | null {
  const sealNo = Number(seal.no);
  if (sealNo !== Number(previous?.no ?? 0) + 1) return { sealNo, id: null, what: '前面的封条缺失' };
  if (seal.previous !== (previous?.hash ?? noSeal)) return { sealNo, id: null, what: '与前一个封条不相接' };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered: SealedRow[] = [];
  for (const [index, id] of seal.ids.entries()) {
    const row = byId.get(id);
    if (row === undefined) return { sealNo, id, what: '记录被删除' };
    const mark = seal.marks.slice(index * markLength, (index + 1) * markLength);
    if (sha256(canonical(row)).slice(0, markLength) !== mark) return { sealNo, id, what: '记录被修改' };
    ordered.push(row);
  }
  return sealOf(seal.previous, ordered).hash === seal.hash ? null : { sealNo, id: null, what: '封条被修改' };
}

/** Whether a seal's rows may be gone by rule: all of them, and all older than the audit must be kept. */
export const isLetGo = (seal: Seal, rows: readonly SealedRow[], oldestKept: string): boolean =>
  Number(seal.no) > 0 && rows.length === 0 && seal.ids.length > 0 && seal.ids.every((id) => id < oldestKept);
