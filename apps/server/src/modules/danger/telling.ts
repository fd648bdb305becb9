// Who hears of a change of a danger at once: other modules by event, to-dos, red dots, and the head and regulators of a
// major one that was found.
import { danger } from '@anlan/contract/modules/danger/resource';
import type { ModuleKit } from '#kit/module.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { leadsOf, type People } from './known.ts';
import { factsOf } from './rules.ts';
import { pathOf } from './todo.ts';

const index = `${danger.permits}:index` as 'bus:enterpriseexpinfo:index';

// Rows as they stand while their to-dos are made of them.
const standing = new WeakMap<Tx, ReadonlyMap<string, StoredRow>>();

/** Opens the telling of changes. */
export const createTelling = (
  { events, tell, touched }: Pick<ModuleKit, 'events' | 'tell' | 'touched'>,
  people: People,
) => ({
  /** The rows of these dangers that are told of in this transaction right now; null where one is not. */
  known(tx: Tx, ids: readonly string[]): StoredRow[] | null {
    const rows = ids.flatMap((id) => standing.get(tx)?.get(id) ?? []);
    return rows.length === ids.length ? rows : null;
  },
  async changed(tx: Tx, rows: readonly StoredRow[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const enterpriseIds = [...new Set(rows.map((row) => factsOf(row).enterpriseId))];
    standing.set(tx, new Map(rows.map((row) => [row.id, row])));
    await touched(tx, 'danger', ids).finally(() => standing.delete(tx));
    const told = enterpriseIds.map((enterpriseId) => ({ kinds: ['enterprise' as const], permit: index, enterpriseId }));
    const overseers = { kinds: ['regulator' as const], permit: index };
    await Promise.all([...told, overseers].map((to) => tell(tx, to, { type: 'pcRedDot' })));
    for (const row of rows) {
      const { level, status, enterpriseId } = factsOf(row);
      if (level !== 'major' || status !== 'open' || row.version > 1) continue;
      const frame = {
        type: '8',
        data: { title: '发现重大隐患', text: String(row.title), path: pathOf(row.id) },
      } as const;
      const { leads } = await leadsOf(tx, people, enterpriseId);
      if (leads.length > 0) await tell(tx, { userIds: leads }, frame);
      await tell(tx, { kinds: ['regulator'], permit: index }, frame);
    }
    await events.emit(tx, 'danger.changed', { ids, enterpriseIds });
  },
  /** Tells those whose turn it is that somebody waits for them. */
  async urged(tx: Tx, row: StoredRow): Promise<void> {
    const { enterpriseId, turn, dutyPersonId, deadlineOn } = factsOf(row);
    const { leads, heads } = await leadsOf(tx, people, enterpriseId);
    const duty = (await people.people(tx, dutyPersonId === null ? [] : [dutyPersonId])).get(dutyPersonId ?? '');
    const userIds = turn === 'head' ? heads : turn === 'enterprise' && duty?.userId ? [duty.userId] : leads;
    if (userIds.length === 0) return;
    const work = turn === 'enterprise' ? `整改期限 ${deadlineOn}` : '等待您处理';
    const text = `${tx.scope.userName ?? '监管人员'}催办“${String(row.title)}”，${work}`;
    await tell(tx, { userIds }, { type: '6', data: { title: '隐患催办', text, path: pathOf(row.id) } });
  },
});
