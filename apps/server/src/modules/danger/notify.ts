// Effects of a danger change: events, to-dos and red dots. The head and regulators also get a message about a major
// danger.
import { danger } from '@anlan/contract/modules/danger/resource';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { leadAccounts, type People } from './danger-context.ts';
import { factsOf, type DangerRow } from './rules.ts';
import { pathOf } from './todo.ts';

const index = `${danger.permits}:index` as 'bus:enterpriseexpinfo:index';

// Changed rows by id while this transaction builds their to-dos, to avoid reading them again.
const rowsBeingPublished = new WeakMap<Tx, ReadonlyMap<string, DangerRow>>();

export const createDangerNotifier = (
  {
    events,
    publishToUsers: tell,
    refreshTodos: touched,
  }: Pick<ModuleKit, 'events' | 'publishToUsers' | 'refreshTodos'>,
  people: People,
) => ({
  /** Changed rows that this transaction is publishing. Null if one of the ids is not among them. */
  publishedRows(tx: Tx, ids: readonly string[]): DangerRow[] | null {
    const rows = ids.flatMap((id) => rowsBeingPublished.get(tx)?.get(id) ?? []);
    return rows.length === ids.length ? rows : null;
  },
  async changed(tx: Tx, rows: readonly DangerRow[]): Promise<void> {
    const ids = rows.map(({ id }) => id);
    const enterpriseIds = [...new Set(rows.map((row) => factsOf(row).enterpriseId))];
    rowsBeingPublished.set(tx, new Map(rows.map((row) => [row.id, row])));
    await touched(tx, 'danger', ids).finally(() => rowsBeingPublished.delete(tx));
    const recipients = enterpriseIds.map((enterpriseId) => ({
      kinds: ['enterprise' as const],
      permit: index,
      enterpriseId,
    }));
    const overseers = { kinds: ['regulator' as const], permit: index };
    await Promise.all([...recipients, overseers].map((to) => tell(tx, to, { type: 'pcRedDot' })));
    for (const row of rows) {
      const { level, status, enterpriseId } = factsOf(row);
      if (level !== 'major' || status !== 'open' || row.version > 1) continue;
      const frame = {
        type: '8',
        data: { title: '发现重大隐患', text: row.title, path: pathOf(row.id) },
      } as const;
      const { leads } = await leadAccounts(tx, people, enterpriseId);
      if (leads.length > 0) await tell(tx, { userIds: leads }, frame);
      await tell(tx, { kinds: ['regulator'], permit: index }, frame);
    }
    await events.emit(tx, 'danger.changed', { ids, enterpriseIds });
  },
  async notifyUrged(tx: Tx, row: DangerRow): Promise<void> {
    const { enterpriseId, turn, dutyPersonId, deadlineOn } = factsOf(row);
    const { leads, heads } = await leadAccounts(tx, people, enterpriseId);
    const duty = (await people.people(tx, dutyPersonId === null ? [] : [dutyPersonId])).get(dutyPersonId ?? '');
    const userIds = turn === 'head' ? heads : turn === 'enterprise' && duty?.userId ? [duty.userId] : leads;
    if (userIds.length === 0) return;
    const work = turn === 'enterprise' ? `整改期限 ${deadlineOn}` : '等待您处理';
    const text = `${tx.scope.userName ?? '监管人员'}催办“${row.title}”，${work}`;
    await tell(tx, { userIds }, { type: '6', data: { title: '隐患催办', text, path: pathOf(row.id) } });
  },
});
