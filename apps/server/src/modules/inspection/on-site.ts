// What is answered on site: saved tap by tap, without the version that a form would compare.
import {
  answered,
  isFilledByRest,
  itemsMost,
  resultOf,
  tallyOf,
  unanswered,
  type FoundItem,
  type ItemAnswer,
} from '@anlan/contract/modules/checklist/item';
import { formatInstant } from '@anlan/contract/domain/instant';
import { files } from '@anlan/contract/kit/field';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { createFileKeeping } from '#kit/files.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { saveItems } from './store.ts';

/** The items of a stored inspection; they were made by us. */
export const foundOf = (row: StoredRow) => row['items'] as readonly FoundItem[];
const photos = [{ key: 'photos', spec: files('照片', { purpose: 'photo' }).spec }];

/** Rows whose items are answered on site: what they are called, and how they are stored. */
export interface AnsweredOnSite {
  readonly name: string;
  readonly save: typeof saveItems;
}
const inspections: AnsweredOnSite = { name: 'inspection', save: saveItems };

/** Verbs of the on-site page; other modules' rows with items are answered in the same way. */
export function createOnSite(
  kit: ModuleKit,
  lockRow: (tx: Tx, id: string, version: number | undefined) => Promise<StoredRow>,
  of: AnsweredOnSite = inspections,
) {
  const keepFiles = createFileKeeping(kit);
  const { db, clock, audit } = kit;

  /** Changes items of a running inspection, which is locked meanwhile; answers those that changed. */
  const change = (
    scope: Scope,
    id: string,
    call: string,
    work: (tx: Tx, items: readonly FoundItem[], row: StoredRow) => Promise<readonly FoundItem[]> | readonly FoundItem[],
  ) =>
    db.scoped(scope, async (tx) => {
      const row = await lockRow(tx, id, undefined);
      const before = foundOf(row);
      const after = await work(tx, before, row);
      const version = await of.save(tx, id, after, tallyOf(after), clock.now());
      const items = after.filter((one, at) => one !== before[at]);
      await audit.record(tx, {
        call: `${of.name}.${call}`,
        objectType: of.name,
        objectId: id,
        enterpriseId: String(row['enterprise_id']),
        note: items.length === 1 && items[0] ? items[0].item.text : `${items.length} 项`,
      });
      return { items, version };
    });
  const stamped = (scope: Scope) => ({ at: formatInstant(clock.now()), by: scope.userName });

  return {
    answer: (scope: Scope, { id, key, ...given }: { id: string; key: string } & ItemAnswer) =>
      change(scope, id, 'answer', async (tx, items, row) => {
        const found = items.find(({ item }) => item.key === key);
        if (!found) throw new AppError('notFound', '没有这个检查项，请刷新后重试');
        const { item } = found;
        if (given.said && item.kind === 'choice' && !item.options?.some(({ label }) => label === given.said))
          throw invalid({ field: 'said', msg: '请从选项中选择' });
        await keepFiles(
          tx,
          photos,
          { photos: found.photos },
          given.photos === undefined ? {} : { photos: given.photos },
          String(row['enterprise_id']),
        );
        const next = { ...answered(found, given), ...stamped(scope) };
        return items.map((one) => (one === found ? next : one));
      }),
    passRest: (scope: Scope, { id }: { id: string }) =>
      change(scope, id, 'passRest', (_tx, items) =>
        items.map((one) =>
          isFilledByRest(one) ? { ...one, result: 'pass' as const, rest: true, ...stamped(scope) } : one,
        ),
      ),
    undoRest: (scope: Scope, { id }: { id: string }) =>
      change(scope, id, 'undoRest', (_tx, items) =>
        items.map((one) => (one.rest ? { ...one, result: null, rest: false, ...stamped(scope) } : one)),
      ),
    addItem: (
      scope: Scope,
      {
        id,
        text,
        clause,
        note,
      }: { id: string; text: string; clause?: string | null | undefined; note?: string | null | undefined },
    ) =>
      change(scope, id, 'addItem', (_tx, items) => {
        if (text === '') throw invalid({ field: 'text', msg: '请填写发现的问题' });
        if (items.length >= itemsMost) throw invalid({ field: 'text', msg: `检查项最多 ${itemsMost} 项` });
        const key = `x${Math.max(0, ...items.map(({ item }) => Number(/^x(\d+)$/.exec(item.key)?.[1] ?? 0))) + 1}`;
        const item = { key, kind: 'judgement' as const, text, clause: clause ?? null };
        const found = { ...unanswered(item), result: 'fail' as const, note: note ?? null, ...stamped(scope) };
        return [...items, { ...found, result: resultOf(found) }];
      }),
  };
}
