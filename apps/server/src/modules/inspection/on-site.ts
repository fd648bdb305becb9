// What is answered on site: saved tap by tap, without the version that a form would compare.
import {
  answered,
  isFilledByRest,
  itemsMost,
  resultOf,
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
import type { Tx } from '#platform/db/index.ts';
import { createAnswering, type AnsweredRow } from './answering.ts';
import { enclosedTime, type Arrival } from './claimed-time.ts';
import type { saveItems } from './store.ts';

const photos = [{ key: 'photos', spec: files('照片', { purpose: 'photo' }).spec }];

/** Who answered when, and by which piece of work of a phone. */
interface Stamp {
  at: string;
  by: string | null;
  via: string | null;
}
interface AddedItem {
  id: string;
  text: string;
  clause?: string | null | undefined;
  note?: string | null | undefined;
}

/** Rows whose items are answered on site: what they are called, and how they are stored. */
export interface AnsweredOnSite<Row extends AnsweredRow> {
  readonly name: string;
  /** Since when a row may be answered. */
  readonly since: (row: Row) => Date;
  readonly save: typeof saveItems;
}
/** Verbs of the on-site page; other modules' rows with items are answered in the same way. */
export function createOnSite<Row extends AnsweredRow>(
  kit: ModuleKit,
  lockRow: (tx: Tx, id: string, version: number | undefined) => Promise<Row>,
  of: AnsweredOnSite<Row>,
) {
  const keepFiles = createFileKeeping(kit);
  const { db, clock } = kit;
  const answering = createAnswering(kit, lockRow, of.save);

  /** Changes items of a running inspection, which is locked meanwhile; answers those that changed. */
  async function changeIn(
    tx: Tx,
    id: string,
    call: string,
    work: (items: readonly FoundItem[], row: Row) => Promise<readonly FoundItem[]> | readonly FoundItem[],
  ) {
    const row = await answering.rowOf(tx, id);
    const before = row.items;
    const after = await work(before, row);
    const items = after.filter((one, at) => one !== before[at]);
    if (items.length === 0) return { items, version: row.version };
    const version = answering.change(tx, id, after, {
      call: `${of.name}.${call}`,
      objectType: of.name,
      objectId: id,
      enterpriseId: row.enterpriseId,
      note: items.length === 1 && items[0] ? items[0].item.text : `${items.length} 项`,
    });
    return { items, version };
  }
  const now = (scope: Scope): Stamp => ({ at: formatInstant(clock.now()), by: scope.userName, via: null });
  /** The stamp of work that is sent later. */
  const stampOf = async (tx: Tx, id: string, arrival: Arrival): Promise<Stamp> => {
    const since = of.since(await answering.rowOf(tx, id));
    const at = await enclosedTime(tx, arrival, since);
    return { at: formatInstant(at), by: tx.scope.userName, via: arrival.id };
  };
  const among = (keys: readonly string[] | undefined, { item }: FoundItem) => !keys || keys.includes(item.key);

  /** Answers an item, unless something is said against it: then that, and nothing changes. */
  async function answerOne<T>(
    tx: Tx,
    { id, key, given, stamp }: { id: string; key: string; given: ItemAnswer; stamp: Stamp },
    against: (found: FoundItem, next: FoundItem) => T | null,
  ) {
    let objection: T | null = null;
    const saved = await changeIn(tx, id, 'answer', async (items, row) => {
      const found = items.find(({ item }) => item.key === key);
      if (!found) throw new AppError('notFound', '没有这个检查项，请刷新后重试');
      const { item } = found;
      if (given.said && item.kind === 'choice' && !item.options?.some(({ label }) => label === given.said))
        throw invalid({ field: 'said', msg: '请从选项中选择' });
      const next = { ...answered(found, given), ...stamp };
      objection = against(found, next);
      if (objection !== null) return items;
      await keepFiles(
        tx,
        photos,
        { photos: found.photos },
        given.photos === undefined ? {} : { photos: given.photos },
        row.enterpriseId,
      );
      return items.map((one) => (one === found ? next : one));
    });
    return { saved, objection };
  }
  type Many = { id: string; keys?: readonly string[]; stamp: Stamp };
  const passRestIn = (tx: Tx, { id, keys, stamp }: Many) =>
    changeIn(tx, id, 'passRest', (items) =>
      items.map((one) =>
        isFilledByRest(one) && among(keys, one) ? { ...one, result: 'pass' as const, rest: true, ...stamp } : one,
      ),
    );
  const undoRestIn = (tx: Tx, { id, keys, stamp }: Many) =>
    changeIn(tx, id, 'undoRest', (items) =>
      items.map((one) => (one.rest && among(keys, one) ? { ...one, result: null, rest: false, ...stamp } : one)),
    );
  const addItemIn = (
    tx: Tx,
    {
      id,
      key: chosen,
      text,
      clause = null,
      note = null,
      stamp,
    }: { id: string; key?: string; stamp: Stamp } & Omit<AddedItem, 'id'>,
  ) =>
    changeIn(tx, id, 'addItem', (items) => {
      if (text === '') throw invalid({ field: 'text', msg: '请填写发现的问题' });
      if (items.length >= itemsMost) throw invalid({ field: 'text', msg: `检查项最多 ${itemsMost} 项` });
      const key =
        chosen ?? `x${Math.max(0, ...items.map(({ item }) => Number(/^x(\d{1,9})$/.exec(item.key)?.[1] ?? 0))) + 1}`;
      if (items.some(({ item }) => item.key === key)) throw invalid({ field: 'key', msg: '检查项的标识重复' });
      const item = { key, kind: 'judgement' as const, text, fault: text, clause };
      const found = { ...unanswered(item), result: 'fail' as const, note, ...stamp };
      return [...items, { ...found, result: resultOf(found) }];
    });

  return {
    answer: (scope: Scope, { id, key, ...given }: { id: string; key: string } & ItemAnswer) =>
      db.scoped(scope, async (tx) => (await answerOne(tx, { id, key, given, stamp: now(scope) }, () => null)).saved),
    passRest: (scope: Scope, { id }: { id: string }) =>
      db.scoped(scope, (tx) => passRestIn(tx, { id, stamp: now(scope) })),
    undoRest: (scope: Scope, { id }: { id: string }) =>
      db.scoped(scope, (tx) => undoRestIn(tx, { id, stamp: now(scope) })),
    addItem: (scope: Scope, input: AddedItem) =>
      db.scoped(scope, (tx) => addItemIn(tx, { ...input, stamp: now(scope) })),
    async answerIn<T>(...asked: Parameters<typeof answerOne<T>>): Promise<T | void> {
      return (await answerOne(...asked)).objection ?? undefined;
    },
    passRestIn,
    undoRestIn,
    addItemIn,
    stampOf,
    /** Writes what a transaction has answered of a row, which others may read and change from here on. */
    store: answering.store,
    /** The same for whoever writes the row themselves: as it was answered, or undefined where nothing was. */
    release: answering.release,
  };
}
