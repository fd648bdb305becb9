import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { HashChainTables } from './tables.ts';

export type ChainedRow = Selectable<HashChainTables['audit']>;
export type ChainLink = Selectable<HashChainTables['audit_seal']>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const markLength = 16;

// The text to hash: all columns in a fixed order, so that any change of the row changes the text.
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

/** The first link of the chain uses this as the hash of its predecessor. */
export const firstPrevious = '0'.repeat(64);

/** Builds a link: row ids, row hashes and the hash of the link, in row order. */
export function linkOf(previous: string, rows: readonly ChainedRow[]) {
  const hashes = rows.map((row) => sha256(canonical(row)));
  return {
    ids: rows.map((row) => row.id),
    marks: hashes.map((hash) => hash.slice(0, markLength)).join(''),
    hash: sha256([previous, ...hashes].join('\n')),
  };
}

export interface Breach {
  linkNo: number;
  /** Id of the changed row; null if the row cannot be identified. */
  id: string | null;
  what: string;
}

/** The first mismatch between a link and its rows; null if there is none. */
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

/** Whether retention may have removed all rows of the link: all are older than the minimum age. */
export const isRemovedByRetention = (link: ChainLink, rows: readonly ChainedRow[], oldestKept: string): boolean =>
  Number(link.no) > 0 && rows.length === 0 && link.ids.length > 0 && link.ids.every((id) => id < oldestKept);
