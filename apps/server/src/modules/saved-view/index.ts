/** saved-view: named filters, sort order and columns of a list, private or shared with colleagues (decision 0065). */
import { savedViewCalls } from '@anlan/contract/modules/saved-view/calls';
import type { SavedView, SavedViews } from '@anlan/contract/modules/saved-view/view';
import { viewLimits } from '@anlan/contract/modules/saved-view/limits';
import type { InputOf } from '@anlan/contract/http/call-table';
import { declaredListings, declaredResources } from '@anlan/contract/modules';
import type { CallAccess } from '@anlan/contract/permits';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import * as store from './store.ts';

// Lists without a declared resource, with the permit that each list requires.
const byHand: Readonly<Record<string, CallAccess>> = {
  // The list of invoices on the order page.
  orderInvoice: 'bus:orderrecords:index',
};
const permits: ReadonlyMap<string, CallAccess> = new Map([
  ...Object.entries(byHand),
  ...declaredListings.map(({ name, page }) => [name, page.permit] as const),
  ...declaredResources.flatMap(({ resource, calls }) =>
    calls['page'] ? [[resource.name, calls['page'].permit] as const] : [],
  ),
]);

/** Permit that a list requires, by its key; undefined for an unknown key. */
const permitOfList = (list: string): CallAccess | undefined => permits.get(list);

type Calls = typeof savedViewCalls;
const { perList } = viewLimits;
const gone = () => new AppError('notFound', '视图不存在或不再共享，请刷新后重试');

/**
 * The viewer with their audience. Shared views are visible to people of the same user type in the same enterprise or
 * shop.
 */
function viewerOf({ userId, userType, enterpriseId }: Scope): store.Viewer {
  if (userId === null || userType === null) throw new AppError('unauthenticated');
  return { userId, audience: [userType, ...(enterpriseId === null ? [] : [enterpriseId])].join(' ') };
}
/** Throws when the caller may not open the list. */
function mayOpen({ permits }: Scope, list: string): void {
  const permit = permitOfList(list);
  if (permit === undefined) throw invalid({ field: 'list', msg: '没有这个列表' });
  if (permit !== 'public' && permit !== 'signed-in' && !permits.has(permit)) throw new AppError('denied');
}

function presented({ permits }: Scope, viewer: store.Viewer, row: store.StoredView): SavedView {
  const { id, version, name, query, columns, isShared, ownerName } = row;
  const isOwn = row.ownerId === viewer.userId;
  const mayRemove = isOwn || permits.has('sys:user:del');
  const abilities = [...(isOwn ? ['update' as const] : []), ...(mayRemove ? ['remove' as const] : [])];
  return { id, version, name, query, columns, isShared, isOwn, ownerName, abilities };
}
async function findVisible(tx: Tx, viewer: store.Viewer, id: string, lock = false): Promise<store.StoredView> {
  const row = await store.findView(tx, viewer, id, lock);
  if (!row) throw gone();
  mayOpen(tx.scope, row.list);
  return row;
}
async function isFree(tx: Tx, { userId }: store.Viewer, list: string, name: string, self?: string): Promise<number> {
  const names = await store.ownNames(tx, userId, list);
  if (names.some((one) => one.name === name && one.id !== self))
    throw invalid({ field: 'name', msg: '已有同名视图，请换一个名称' });
  return names.length;
}
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export const savedViewModule = defineModule('savedView', {
  needs: {},
  open: ({ kit: { db, clock, audit } }) => ({
    all: (scope: Scope, { list }: InputOf<Calls['all']>): Promise<SavedViews> =>
      db.read(scope, async (tx) => {
        mayOpen(scope, list);
        const viewer = viewerOf(scope);
        const views = (await store.viewsOf(tx, viewer, list)).map((row) => presented(scope, viewer, row));
        const defaultId = await store.defaultOf(tx, viewer.userId, list);
        // If the default view is no longer shared, its id stays stored, because the view may be shared again.
        return { views, defaultId: views.some(({ id }) => id === defaultId) ? defaultId : null };
      }),
    create: (scope: Scope, { list, ...content }: InputOf<Calls['create']>): Promise<SavedView> =>
      db.scoped(scope, async (tx) => {
        mayOpen(scope, list);
        const viewer = viewerOf(scope);
        if ((await isFree(tx, viewer, list, content.name)) >= perList)
          throw new AppError('invalid', `每个列表最多保存 ${perList} 个视图，请先删除不用的`);
        const id = newId();
        await store.addView(tx, { ...content, ...viewer, id, list }, clock.now());
        await audit.record(tx, {
          call: 'savedView.create',
          objectType: 'savedView',
          objectId: id,
          note: `${list} ${content.name}${content.isShared ? ' 共享' : ''}`,
        });
        return presented(scope, viewer, await findVisible(tx, viewer, id));
      }),
    update: (scope: Scope, { id, version, ...change }: InputOf<Calls['update']>): Promise<SavedView> =>
      db.scoped(scope, async (tx) => {
        const viewer = viewerOf(scope);
        const before = await findVisible(tx, viewer, id, true);
        if (before.ownerId !== viewer.userId) throw new AppError('denied', '只有创建人可以修改视图');
        if (before.version !== version)
          throw new AppError('conflict', undefined, { current: presented(scope, viewer, before) });
        if (change.name !== undefined) await isFree(tx, viewer, before.list, change.name, id);
        const { name = before.name, query = before.query, columns = before.columns } = change;
        const { isShared = before.isShared } = change;
        const after = { name, query, columns, isShared };
        await store.changeView(tx, id, { ...after, audience: viewer.audience }, clock.now());
        const changes = (['name', 'query', 'columns', 'isShared'] as const)
          .filter((field) => !same(before[field], after[field]))
          .map((field) => ({ field, before: before[field], after: after[field] }));
        await audit.record(tx, { call: 'savedView.update', objectType: 'savedView', objectId: id, changes });
        return presented(scope, viewer, await findVisible(tx, viewer, id));
      }),
    remove: (scope: Scope, { id }: { id: string }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const viewer = viewerOf(scope);
        const row = await findVisible(tx, viewer, id, true);
        if (!presented(scope, viewer, row).abilities.includes('remove'))
          throw new AppError('denied', '只有创建人或用户管理员可以删除视图');
        await store.removeView(tx, id);
        await audit.record(tx, {
          call: 'savedView.remove',
          objectType: 'savedView',
          objectId: id,
          note: `${row.list} ${row.name}`,
        });
        return null;
      }),
    choose: (scope: Scope, { list, id }: InputOf<Calls['choose']>): Promise<null> =>
      db.scoped(scope, async (tx) => {
        mayOpen(scope, list);
        const viewer = viewerOf(scope);
        if (id !== null && (await findVisible(tx, viewer, id)).list !== list) throw gone();
        await store.setDefault(tx, viewer.userId, list, id);
        return null;
      }),
  }),
  // When an account is erased, its unshared views are deleted, because a filter may contain personal data (S81).
  on: { 'user.erased': (tx, { ids }) => store.removeUnshared(tx, ids) },
  calls: savedViewCalls,
});
