import type { OrganInput, OrganPatch, OrganRow } from '@anlan/contract/modules/user/organ';
import { limits } from '@anlan/contract/limits';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { divisionAndBelow, covers, type Regions } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import { afterCommit, brokenConstraint, type Db, type Tx } from '#platform/db/index.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import { placeProblem, regionAt } from './rules.ts';
import * as store from './store.ts';

export interface OrganDeps {
  db: Db;
  audit: Pick<AuditModule, 'record'>;
  dictionaries: Pick<DictionaryModule, 'placeNames'>;
  /** Divisions that the caller supervises, read without the cache. */
  ownRegions: (tx: Tx, scope: Scope) => Promise<Regions>;
  /** Throws when one of these people would supervise too many divisions. */
  requireFewRegions: (tx: Tx, userIds: readonly string[]) => Promise<void>;
  allTouched: (scope: Scope) => void;
}

const unread = () => new AppError('conflict', '机构刚刚被他人修改，请刷新后再试');

/** Organs (机构) of a tenant: create, move and remove. */
export function createOrgans({
  db,
  audit,
  dictionaries,
  ownRegions,
  requireFewRegions: demandFew,
  allTouched,
}: OrganDeps) {
  async function demandPlace(tx: Tx, regionCode: string | null) {
    if (regionCode !== null && !(await dictionaries.placeNames(tx, [regionCode])).has(regionCode))
      throw invalid({ field: 'regionCode', msg: '没有这个行政区划，请重新选择' });
  }
  /**
   * Throws unless the divisions are within the caller's own divisions. A division gives the organ's people access to
   * its enterprises (S32).
   */
  async function demandOwn(tx: Tx, ...places: (string | null)[]) {
    const own = await ownRegions(tx, tx.scope);
    if (places.some((place) => place !== null && !covers(own, [divisionAndBelow(place)])))
      throw new AppError('denied', '该区域超出了您自己的数据范围，不能设置');
  }
  const findPlaceName = async (tx: Tx, code: string | null) =>
    code === null ? null : ((await dictionaries.placeNames(tx, [code])).get(code) ?? code);

  return {
    organList: (scope: Scope): Promise<OrganRow[]> =>
      db.scoped(scope, async (tx) => {
        const people = await store.peopleIn(tx);
        const rows = await store.readTree(tx);
        const names = await dictionaries.placeNames(
          tx,
          rows.flatMap((row) => row.region_code ?? []),
        );
        return rows.map(({ parent_id: parentId, region_code: regionCode, ...row }) => ({
          ...row,
          parentId,
          people: people.get(row.id) ?? 0,
          regionCode,
          regionName: names.get(regionAt(rows, row.id) ?? '') ?? null,
        }));
      }),
    organCreate: (scope: Scope, { name, parentId = null, regionCode = null }: OrganInput) =>
      db.scoped(scope, async (tx) => {
        await store.holdTree(tx);
        const rows = await store.readTree(tx);
        if (rows.length >= limits.organ.count)
          throw invalid({ field: 'name', msg: `最多 ${limits.organ.count} 个机构` });
        const problem = placeProblem(rows, { id: null, parentId, name }, limits.organ.depth);
        if (problem) throw invalid(problem);
        await demandPlace(tx, regionCode);
        await demandOwn(tx, regionCode);
        const id = newId();
        const last = Math.max(0, ...rows.filter((row) => row.parent_id === parentId).map(({ sort }) => sort));
        await store.insertOrgan(tx, { id, parent_id: parentId, name, sort: last + 1, region_code: regionCode });
        await audit.record(tx, {
          call: 'user.organCreate',
          objectType: 'organ',
          objectId: id,
          note: name,
          changes:
            regionCode === null
              ? []
              : [{ field: 'regionCode', before: null, after: await findPlaceName(tx, regionCode) }],
        });
        return { id, version: 1 };
      }),
    organUpdate: (scope: Scope, { id, version, name, parentId, sort, regionCode }: OrganPatch) =>
      db.scoped(scope, async (tx) => {
        await store.holdTree(tx);
        const rows = await store.readTree(tx);
        const row = rows.find((one) => one.id === id);
        if (!row) throw new AppError('notFound');
        if (row.version !== version) throw unread();
        const next = { name: name ?? row.name, parentId: parentId === undefined ? row.parent_id : parentId };
        const problem = placeProblem(rows, { id, ...next }, limits.organ.depth);
        if (problem) throw invalid(problem);
        const region = regionCode === undefined ? row.region_code : regionCode;
        if (region !== row.region_code) await demandPlace(tx, region);
        const after = rows.map((one) =>
          one.id === id ? { ...one, parent_id: next.parentId, region_code: region } : one,
        );
        const [at, to] = [regionAt(rows, id), regionAt(after, id)];
        if (at !== to) {
          // Check before the write, because the caller's own divisions may depend on this organ.
          await demandOwn(tx, at, to);
          afterCommit(tx, () => allTouched(scope));
        }
        const saved = await store.updateOrgan(tx, id, version, {
          name: next.name,
          parent_id: next.parentId,
          region_code: region,
        });
        if (saved === undefined) throw unread();
        // Organs whose division changes, including descendants that inherit it.
        const elsewhere = rows.flatMap((one) => (regionAt(rows, one.id) === regionAt(after, one.id) ? [] : [one.id]));
        await demandFew(tx, await store.overseersIn(tx, elsewhere));
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
            ...(region === row.region_code
              ? []
              : [
                  {
                    field: 'regionCode',
                    before: await findPlaceName(tx, row.region_code),
                    after: await findPlaceName(tx, region),
                  },
                ]),
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
