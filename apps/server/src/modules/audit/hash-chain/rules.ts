import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { HashChainTables } from './tables.ts';

/** A row that a seal covers. */
export type ChainedRow = Selectable<HashChainTables['audit']>;
/** A seal. */
export type ChainLink = Selectable<HashChainTables['audit_seal']>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const markLength = 16;

// Every column in one fixed order; what a row says cannot change without its text changing.
const canonical = (row: ChainedRow) =>
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
export const firstPrevious = '0'.repeat(64);

/** Ids, marks and hash of a seal over rows in their order. */
export function linkOf(previous: string, rows: readonly ChainedRow[]) {
  const hashes = rows.map((row) => sha256(canonical(row)));
  return {
    ids: rows.map((row) => row.id),
    marks: hashes.map((hash) => hash.slice(0, markLength)).join(''),
    hash: sha256([previous, ...hashes].join('\n')),
  };
}

/** What is wrong with the audit, in words, with the row it was found at. */
export interface Breach {
  linkNo: number;
  /** The row, where one can be named. */
  id: string | null;
  what: string;
}

/** The first thing that a seal no longer bears out, or null. */
export function breachOf(
  link: ChainLink,
  previous: Pick<ChainLink, 'no' | 'hash'> | null,
  rows: readonly ChainedRow[],
): Breach | null {
  const linkNo = Number(link.no);
  if (linkNo !== Number(previous?.no ?? 0) + 1) return { linkNo, id: null, what: '前面的封条缺失' };
  if (link.previous !== (previous?.hash ?? firstPrevious)) return { linkNo, id: null, what: '与前一个封条不相接' };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ordered: ChainedRow[] = [];
  for (const [index, id] of link.ids.entries()) {
    const row = byId.get(id);
    if (row === undefined) return { linkNo, id, what: '记录被删除' };
    const mark = link.marks.slice(index * markLength, (index + 1) * markLength);
    if (sha256(canonical(row)).slice(0, markLength) !== mark) return { linkNo, id, what: '记录被修改' };
    ordered.push(row);
  }
  return linkOf(link.previous, ordered).hash === link.hash ? null : { linkNo, id: null, what: '封条被修改' };
}

/** Whether a seal's rows may be gone by rule: all of them, and all older than the audit must be kept. */
export const isLetGo = (link: ChainLink, rows: readonly ChainedRow[], oldestKept: string): boolean =>
  Number(link.no) > 0 && rows.length === 0 && link.ids.length > 0 && link.ids.every((id) => id < oldestKept);
