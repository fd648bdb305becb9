/** topic: special topics (专题) of a tenant: quick entries of the home page, and campaigns (专项行动) with tasks. */
import { dayOf } from '@anlan/contract/domain/instant';
import { numberText, shareText } from '@anlan/contract/domain/number-text';
import type { InputOf } from '@anlan/contract/http/call-table';
import { topicCalls } from '@anlan/contract/modules/topic/calls';
import type { TopicView } from '@anlan/contract/modules/topic/views';
import { topic, type TopicItem } from '@anlan/contract/modules/topic/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { contentProblem, entriesOf, tasksOf, taskState, type OwnEntry, type StoredItem } from './rules.ts';
import { seedTopics } from './seed.ts';
import * as store from './store.ts';

type TopicRow = RowOf<typeof topic>;

type Calls = typeof topicCalls;
const addressOf = (id: string) => `/upms/file/${id}`;
const types: Readonly<Record<string, TopicRow['type']>> = { '1': 'motif', '2': 'campaign' };
const mostEntries = 24;

// The cast is safe: stored items were validated by the schema of the field and have ids.
const itemsOf = (row: TopicRow): StoredItem[] => row.items as StoredItem[];
const dayIn = (value: unknown) => (typeof value === 'string' ? value : null);
const withIds = (items: readonly TopicItem[]): StoredItem[] =>
  items.map((item) => ({ ...item, id: item.id ?? newId() }));

/** Id of the caller's enterprise; throws when there is none. */
function ownOf({ enterpriseId }: Scope): string {
  if (enterpriseId === null) throw new AppError('invalid', '只有企业人员可以维护本企业的内容');
  return enterpriseId;
}

export const topicModule = defineModule('topic', {
  needs: { enterprise: enterpriseModule },
  open({ kit, enterprise }) {
    const { db, clock, audit, files } = kit;
    const today = () => dayOf(clock.now());
    const topics = openResource(topic, kit, {
      beforeCreate(_tx, input) {
        const items = withIds(input.items);
        const { type, startOn = null, endOn = null } = input;
        const problem = contentProblem(type, { startOn, endOn, items });
        if (problem) throw invalid(problem);
        return { items };
      },
      beforeUpdate(_tx, row, patch) {
        const items = withIds(patch.items ?? itemsOf(row));
        const startOn = patch.startOn === undefined ? dayIn(row.startOn) : patch.startOn;
        const endOn = patch.endOn === undefined ? dayIn(row.endOn) : patch.endOn;
        const problem = contentProblem(String(row.type), { startOn, endOn, items });
        if (problem) throw invalid(problem);
        return patch.items === undefined ? undefined : { items };
      },
      async compute(tx, rows) {
        const all = new Map<string, { progress: string | null }>();
        for (const row of rows)
          all.set(row.id, { progress: row.type === 'campaign' ? await progressOf(tx, row) : null });
        return all;
      },
    });
    async function progressOf(tx: Tx, row: TopicRow): Promise<string> {
      const ids = itemsOf(row).map(({ id }) => id);
      const { enterprises, counts } = await store.countDone(tx, row.id, ids, tx.scope.enterpriseId);
      const [done, tasks] = [[...counts.values()].reduce((sum, n) => sum + n, 0), enterprises * ids.length];
      return `${shareText(done, tasks)}（${numberText(done)} / ${numberText(tasks)} 项）`;
    }
    const record = (tx: Tx, verb: string, objectId: string, enterpriseId: string, note: string) =>
      audit.record(tx, { call: `topic.${verb}`, objectType: 'topic', objectId, enterpriseId, note });

    const ofType = async (tx: Tx, type: TopicRow['type']) =>
      (await topics.rowsWhere(tx, { type }, { limit: 100, order: 'sort' })).toSorted(
        (a, b) => Number(a.sort) - Number(b.sort) || (a.id < b.id ? -1 : 1),
      );
    async function campaignOf(tx: Tx, id: string): Promise<TopicRow> {
      const [row] = await topics.rowsWhere(tx, { id, type: 'campaign' }, { limit: 1 });
      if (!row) throw new AppError('notFound');
      return row;
    }
    async function entryNamed(tx: Tx, itemId: string): Promise<{ topicId: string; item: StoredItem } | null> {
      for (const row of await ofType(tx, 'motif')) {
        const item = itemsOf(row).find(({ id }) => id === itemId);
        if (item) return { topicId: row.id, item };
      }
      return null;
    }
    async function taskNamed(tx: Tx, topicId: string, itemId: string) {
      const row = await campaignOf(tx, topicId);
      const item = itemsOf(row).find(({ id }) => id === itemId);
      if (!item) throw new AppError('notFound');
      return { item, enterpriseId: ownOf(tx.scope), title: String(row.title) };
    }

    return {
      ...topics,
      byType: (scope: Scope, { type }: InputOf<Calls['byType']>): Promise<TopicView[]> =>
        db.read(scope, async (tx) => {
          const kind = types[type];
          const rows = kind ? await ofType(tx, kind) : [];
          const { enterpriseId } = scope;
          const own = enterpriseId === null || type !== '1' ? [] : await store.ownEntries(tx, enterpriseId);
          const done =
            enterpriseId === null || type !== '2'
              ? null
              : await store.doneBy(
                  tx,
                  enterpriseId,
                  rows.map(({ id }) => id),
                );
          return rows.map((row) => {
            const items = itemsOf(row);
            const [cover] = row.cover as { id: string }[];
            const mine = own.filter(({ topicId }) => topicId === row.id);
            return {
              id: row.id,
              type,
              title: String(row.title),
              cover: cover ? addressOf(cover.id) : null,
              items:
                type === '1'
                  ? entriesOf(items, mine)
                  : items.map((item) => {
                      const task = done?.get(item.id);
                      const [first] = task?.files ?? [];
                      const state = { open: '0', done: '1', late: '2' }[taskState(item, task, today())];
                      return {
                        id: item.id,
                        name: item.name,
                        value: item.dueOn ?? null,
                        fileUrl: first ? addressOf(first.id) : null,
                        status: done === null ? null : state,
                        icon: null,
                      };
                    }),
            };
          });
        }),

      updateEntItem: (scope: Scope, { id, name, value, icon = null, sort = 0 }: InputOf<Calls['updateEntItem']>) =>
        db.scoped(scope, async (tx) => {
          const enterpriseId = ownOf(scope);
          const own = await store.ownEntries(tx, enterpriseId);
          const before = own.find(({ itemId }) => itemId === id);
          const usual = id === undefined ? null : await entryNamed(tx, id);
          if (id !== undefined && !usual && !before) throw new AppError('notFound');
          const [first] = await ofType(tx, 'motif');
          const topicId = usual?.topicId ?? before?.topicId ?? first?.id;
          if (topicId === undefined) throw new AppError('invalid', '监管单位还没有设置快捷入口');
          if (id === undefined && own.filter(({ hidden }) => !hidden).length >= mostEntries)
            throw new AppError('invalid', `快捷入口最多自行维护 ${mostEntries} 个`);
          const itemId = id ?? newId();
          const entry: OwnEntry = { itemId, topicId, name, path: value, icon, hidden: false, sort };
          await store.keepEntry(tx, enterpriseId, newId(), entry, clock.now());
          await record(tx, 'updateEntItem', topicId, enterpriseId, `${name} ${value}`);
          return { id: itemId };
        }),

      delEntItem: (scope: Scope, { id }: InputOf<Calls['delEntItem']>) =>
        db.scoped(scope, async (tx) => {
          const enterpriseId = ownOf(scope);
          const usual = await entryNamed(tx, id);
          const own = (await store.ownEntries(tx, enterpriseId)).find(({ itemId }) => itemId === id);
          const topicId = usual?.topicId ?? own?.topicId;
          if (topicId === undefined) throw new AppError('notFound');
          const name = own?.name ?? usual?.item.name ?? '';
          // An entry of the tenant is only hidden for the enterprise; an entry of the enterprise itself is deleted.
          if (usual)
            await store.keepEntry(
              tx,
              enterpriseId,
              newId(),
              {
                itemId: id,
                topicId,
                name,
                path: own?.path ?? usual.item.path ?? '/',
                icon: own?.icon ?? usual.item.icon ?? null,
                hidden: true,
                sort: 0,
              },
              clock.now(),
            );
          else await store.dropEntries(tx, enterpriseId, id);
          await record(tx, 'delEntItem', topicId, enterpriseId, name);
          return null;
        }),

      resetEntItem: (scope: Scope) =>
        db.scoped(scope, async (tx) => {
          const enterpriseId = ownOf(scope);
          const dropped = await store.dropEntries(tx, enterpriseId, null);
          const [first] = await ofType(tx, 'motif');
          if (first) await record(tx, 'resetEntItem', first.id, enterpriseId, `${dropped} 项`);
          return null;
        }),

      campaign: (scope: Scope, { id, ...paging }: InputOf<Calls['campaign']>) =>
        db.read(scope, async (tx) => {
          const row = await campaignOf(tx, id);
          const enterpriseId = paging.enterpriseId ?? scope.enterpriseId;
          if (enterpriseId !== null && !(await enterprise.cards(tx, [enterpriseId])).has(enterpriseId))
            throw new AppError('notFound');
          const items = itemsOf(row);
          const ids = items.map((item) => item.id);
          const { enterprises, counts } = await store.countDone(tx, id, ids, enterpriseId);
          const own = enterpriseId === null ? null : await store.doneBy(tx, enterpriseId, [id]);
          return {
            id,
            title: String(row.title),
            startOn: dayIn(row.startOn),
            endOn: dayIn(row.endOn),
            enterprises,
            tasks: enterprises * items.length,
            done: [...counts.values()].reduce((sum, n) => sum + n, 0),
            items: tasksOf(items, counts, own, today()),
          };
        }),

      progress: (scope: Scope, { filter, sort, page, size }: InputOf<Calls['progress']>) =>
        db.read(scope, async (tx) => {
          const { topicId, keyword = '', state = null } = filter;
          const items = itemsOf(await campaignOf(tx, topicId));
          const due = items.filter(({ dueOn }) => dueOn && dueOn < today()).map(({ id }) => id);
          const { rows, total } = await store.progressPage(
            tx,
            { topicId, items: items.map(({ id }) => id), due, keyword, state, most: sort[0]?.desc === true },
            { limit: size, offset: (page - 1) * size },
          );
          return { rows: rows.map((row) => ({ ...row, tasks: items.length })), total, page, size };
        }),

      finish: (scope: Scope, { topicId, itemId, note = null, files: evidence = [] }: InputOf<Calls['finish']>) =>
        db.scoped(scope, async (tx) => {
          const { item, enterpriseId, title } = await taskNamed(tx, topicId, itemId);
          if (item.evidence && evidence.length === 0)
            throw invalid({ field: 'files', msg: '请上传完成情况的照片或材料' });
          for (const { id, name } of evidence)
            if (!(await files.attach(tx, addressOf(id), 'evidence', enterpriseId)))
              throw invalid({ field: 'files', msg: `文件“${name}”已失效或已被使用，请重新上传` });
          const task = { enterpriseId, topicId, itemId, doneAt: clock.now(), note, files: evidence };
          if (!(await store.keepTask(tx, newId(), task))) throw new AppError('invalid', '这项任务已经办结');
          await record(tx, 'finish', topicId, enterpriseId, `${title} ${item.name}`);
          return null;
        }),

      reopen: (scope: Scope, { topicId, itemId }: InputOf<Calls['reopen']>) =>
        db.scoped(scope, async (tx) => {
          const { item, enterpriseId, title } = await taskNamed(tx, topicId, itemId);
          const had = await store.dropTask(tx, enterpriseId, itemId);
          if (had === null) throw new AppError('invalid', '这项任务还没有办结');
          for (const { id } of had) await files.detach(tx, addressOf(id), 'evidence');
          await record(tx, 'reopen', topicId, enterpriseId, `${title} ${item.name}`);
          return null;
        }),
    };
  },
  calls: topicCalls,
  seed: seedTopics,
});
