// Answers entered on site. Each tap is saved, without a version check.
import {
  applyAnswer,
  isFilledByRest,
  maxItems,
  computeResult,
  createUnansweredItem,
  type AnsweredItem,
  type ItemAnswer,
} from '@anlan/contract/modules/checklist/check-item';
import { formatInstant } from '@anlan/contract/domain/instant';
import { files } from '@anlan/contract/kit/field';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { createFileKeeping } from '#kit/files.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { createAnswering, type AnsweredRow } from './answer-buffer.ts';
import { enclosedTime, type Arrival } from './claimed-time.ts';
import type { saveItems } from './store.ts';

const photos = [{ key: 'photos', spec: files('照片', { purpose: 'photo' }).spec }];

/** Author and time of an answer. For offline work, also the id of its item. */
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

export interface AnsweredOnSite<Row extends AnsweredRow> {
  readonly name: string;
  readonly since: (row: Row) => Date;
  readonly save: typeof saveItems;
}
/** Creates the calls of the on-site page. Other modules with check items use them too. */
export function createOnSite<Row extends AnsweredRow>(
  kit: ModuleKit,
  lockRow: (tx: Tx, id: string, version: number | undefined) => Promise<Row>,
  of: AnsweredOnSite<Row>,
) {
  const keepFiles = createFileKeeping(kit);
  const { db, clock } = kit;
  const answering = createAnswering(kit, lockRow, of.save);

  /** Locks the row and applies a change to its items; returns the changed items. */
  async function changeIn(
    tx: Tx,
    id: string,
    call: string,
    work: (items: readonly AnsweredItem[], row: Row) => Promise<readonly AnsweredItem[]> | readonly AnsweredItem[],
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
  const stampOf = async (tx: Tx, id: string, arrival: Arrival): Promise<Stamp> => {
    const since = of.since(await answering.rowOf(tx, id));
    const at = await enclosedTime(tx, arrival, since);
    return { at: formatInstant(at), by: tx.scope.userName, via: arrival.id };
  };
  const among = (keys: readonly string[] | undefined, { item }: AnsweredItem) => !keys || keys.includes(item.key);

  /** Writes an answer. If `conflict` returns a value, writes nothing and returns that value. */
  async function answerOne<T>(
    tx: Tx,
    { id, key, given: answerInput, stamp }: { id: string; key: string; given: ItemAnswer; stamp: Stamp },
    against: (found: AnsweredItem, next: AnsweredItem) => T | null,
  ) {
    let objection: T | null = null;
    const saved = await changeIn(tx, id, 'answer', async (items, row) => {
      const foundItem = items.find(({ item }) => item.key === key);
      if (!foundItem) throw new AppError('notFound', '没有这个检查项，请刷新后重试');
      const { item } = foundItem;
      if (answerInput.said && item.kind === 'choice' && !item.options?.some(({ label }) => label === answerInput.said))
        throw invalid({ field: 'said', msg: '请从选项中选择' });
      const next = { ...applyAnswer(foundItem, answerInput), ...stamp };
      objection = against(foundItem, next);
      if (objection !== null) return items;
      await keepFiles(
        tx,
        photos,
        { photos: foundItem.photos },
        answerInput.photos === undefined ? {} : { photos: answerInput.photos },
        row.enterpriseId,
      );
      return items.map((one) => (one === foundItem ? next : one));
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
      key: requestedKey,
      text,
      clause = null,
      note = null,
      stamp,
    }: { id: string; key?: string; stamp: Stamp } & Omit<AddedItem, 'id'>,
  ) =>
    changeIn(tx, id, 'addItem', (items) => {
      if (text === '') throw invalid({ field: 'text', msg: '请填写发现的问题' });
      if (items.length >= maxItems) throw invalid({ field: 'text', msg: `检查项最多 ${maxItems} 项` });
      const key =
        requestedKey ??
        `x${Math.max(0, ...items.map(({ item }) => Number(/^x(\d{1,9})$/.exec(item.key)?.[1] ?? 0))) + 1}`;
      if (items.some(({ item }) => item.key === key)) throw invalid({ field: 'key', msg: '检查项的标识重复' });
      const item = { key, kind: 'judgement' as const, text, fault: text, clause };
      const foundItem = { ...createUnansweredItem(item), result: 'fail' as const, note, ...stamp };
      return [...items, { ...foundItem, result: computeResult(foundItem) }];
    });

  return {
    answer: (scope: Scope, { id, key, ...answerInput }: { id: string; key: string } & ItemAnswer) =>
      db.scoped(
        scope,
        async (tx) => (await answerOne(tx, { id, key, given: answerInput, stamp: now(scope) }, () => null)).saved,
      ),
    passRest: (scope: Scope, { id }: { id: string }) =>
      db.scoped(scope, (tx) => passRestIn(tx, { id, stamp: now(scope) })),
    undoRest: (scope: Scope, { id }: { id: string }) =>
      db.scoped(scope, (tx) => undoRestIn(tx, { id, stamp: now(scope) })),
    addItem: (scope: Scope, input: AddedItem) =>
      db.scoped(scope, (tx) => addItemIn(tx, { ...input, stamp: now(scope) })),
    async answerIn<T>(...args: Parameters<typeof answerOne<T>>): Promise<T | void> {
      return (await answerOne(...args)).objection ?? undefined;
    },
    passRestIn,
    undoRestIn,
    addItemIn,
    stampOf,
    /** Writes the collected answers. Call it before other code reads the row. */
    store: answering.store,
    /** Returns the collected answers to a caller that writes the row itself. Undefined if there are no answers. */
    release: answering.release,
  };
}
