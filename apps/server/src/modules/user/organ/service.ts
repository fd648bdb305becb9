import type { OrganInput, OrganPatch, OrganRow } from '@anlan/contract/domain/organ';
import { limits } from '@anlan/contract/limits';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Db } from '#platform/db/index.ts';
import type { AuditRoom } from '../../audit/index.ts';
import { placeProblem } from './rules.ts';
import * as store from './store.ts';

/** What organisations lean on. */
export interface OrganDeps {
  db: Db;
  audit: Pick<AuditRoom, 'record'>;
}

const unread = () => new AppError('conflict', '机构刚刚被他人修改，请刷新后再试');

/** Organisations (机构) of a tenant: drawn, moved, taken away. */
export function createOrgans({ db, audit }: OrganDeps) {
  return {
    organList: (scope: Scope): Promise<OrganRow[]> =>
      db.scoped(scope, async (tx) => {
        const people = await store.peopleIn(tx);
        return (await store.readTree(tx)).map(({ parent_id: parentId, ...row }) => ({
          ...row,
          parentId,
          people: people.get(row.id) ?? 0,
        }));
      }),
    organCreate: (scope: Scope, { name, parentId = null }: OrganInput) =>
      db.scoped(scope, async (tx) => {
        await store.holdTree(tx);
        const rows = await store.readTree(tx);
        if (rows.length >= limits.organ.count)
          throw invalid({ field: 'name', msg: `最多 ${limits.organ.count} 个机构` });
        const problem = placeProblem(rows, { id: null, parentId, name }, limits.organ.depth);
        if (problem) throw invalid(problem);
        const id = newId();
        const last = Math.max(0, ...rows.filter((row) => row.parent_id === parentId).map(({ sort }) => sort));
        await store.insertOrgan(tx, { id, parent_id: parentId, name, sort: last + 1 });
        await audit.record(tx, { call: 'user.organCreate', objectType: 'organ', objectId: id, note: name });
        return { id, version: 1 };
      }),
    organUpdate: (scope: Scope, { id, version, name, parentId, sort }: OrganPatch) =>
      db.scoped(scope, async (tx) => {
        await store.holdTree(tx);
        const rows = await store.readTree(tx);
        const row = rows.find((one) => one.id === id);
        if (!row) throw new AppError('notFound');
        if (row.version !== version) throw unread();
        const next = { name: name ?? row.name, parentId: parentId === undefined ? row.parent_id : parentId };
        const problem = placeProblem(rows, { id, ...next }, limits.organ.depth);
        if (problem) throw invalid(problem);
        const saved = await store.updateOrgan(tx, id, version, { name: next.name, parent_id: next.parentId });
        if (saved === undefined) throw unread();
        const moved = next.parentId !== row.parent_id;
        const beside = rows.filter((one) => one.parent_id === next.parentId && one.id !== id).map((one) => one.id);
        if (sort !== undefined || moved) await store.orderOrgans(tx, beside.toSpliced(sort ?? beside.length, 0, id));
        const nameOf = (one: string | null) => rows.find((other) => other.id === one)?.name ?? null;
        await audit.record(tx, {
          call: 'user.organUpdate',
          objectType: 'organ',
          objectId: id,
          note: next.name,
          changes: [
            ...(next.name === row.name ? [] : [{ field: 'name', before: row.name, after: next.name }]),
            ...(moved ? [{ field: 'parentId', before: nameOf(row.parent_id), after: nameOf(next.parentId) }] : []),
          ],
        });
        return { id, version: saved };
      }),
    async organRemove(scope: Scope, { id }: { id: string }): Promise<null> {
      try {
        return await db.scoped(scope, async (tx) => {
          await store.holdTree(tx);
          const rows = await store.readTree(tx);
          const row = rows.find((one) => one.id === id);
          if (!row) throw new AppError('notFound');
          if (rows.some((one) => one.parent_id === id)) throw new AppError('invalid', '还有下级机构，请先移走或删除');
          const people = (await store.peopleIn(tx)).get(id) ?? 0;
          if (people > 0) throw new AppError('invalid', `还有 ${people} 人在该机构，请先调离`);
          if (rows.length === 1) throw new AppError('invalid', '至少保留一个机构');
          await store.removeOrgan(tx, id);
          await audit.record(tx, { call: 'user.organRemove', objectType: 'organ', objectId: id, note: row.name });
          return null;
        });
      } catch (error) {
        const broken = brokenConstraint(error);
        if (broken?.includes('authority_id')) throw new AppError('invalid', '有企业以该机构为监管部门，不能删除');
        if (broken?.includes('organ_id')) throw new AppError('invalid', '刚刚有人调入该机构，不能删除');
        throw error;
      }
    },
  };
}
