import type { DataScope } from '@anlan/contract/modules/access/role';
import type { UserType } from '@anlan/contract/modules/session/session';
import { AppError, invalid } from '#kernel/errors.ts';
import { covers, regionRangesMost, type Regions } from '#kernel/regions.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import type { UserModule } from '../../user/index.ts';
import { heldRoles, heldRolesOf, lockRights } from '../rights/store.ts';
import { placesBy, regionsBy, type RoleDataScope } from './rules.ts';
import * as store from './store.ts';

export interface DataScopesDeps {
  users: Pick<UserModule, 'placesOf'>;
  dictionaries: Pick<DictionaryModule, 'placeNames'>;
}

const scopeWords: Readonly<Record<DataScope, string>> = {
  all: '全部',
  chosen: '自选区域',
  below: '本机构所辖区域及以下',
  own: '仅本机构所辖区域',
};

const partText = `超出 ${regionRangesMost} 片，仅显示前 ${regionRangesMost} 片，请联系管理员调整`;

export function createDataScopes({ users, dictionaries }: DataScopesDeps) {
  async function overseenBy(tx: Tx, userIds: readonly string[]): Promise<Map<string, Regions>> {
    const roleIds = new Map<string, string[]>();
    for (const { user_id, id } of await heldRolesOf(tx, userIds))
      roleIds.set(user_id, [...(roleIds.get(user_id) ?? []), id]);
    const reaches = await store.dataScopesOf(tx, [...new Set([...roleIds.values()].flat())]);
    const places = await users.placesOf(tx, [...roleIds.keys()]);
    return new Map(
      [...roleIds].map(([userId, ids]) => [
        userId,
        regionsBy(
          ids.flatMap((id) => reaches.get(id) ?? []),
          places.get(userId) ?? null,
        ),
      ]),
    );
  }

  async function scopesOfUser(tx: Tx, userId: string) {
    const held = await heldRoles(tx, userId);
    const dataScopes = [
      ...(
        await store.dataScopesOf(
          tx,
          held.map(({ id }) => id),
        )
      ).values(),
    ];
    const asks = dataScopes.some(({ dsType }) => dsType === 'below' || dsType === 'own');
    return { dataScopes, place: asks ? ((await users.placesOf(tx, [userId])).get(userId) ?? null) : null };
  }

  async function overseen(tx: Tx, userId: string): Promise<Regions> {
    const { dataScopes, place } = await scopesOfUser(tx, userId);
    return regionsBy(dataScopes, place);
  }

  /** Whether a user has more region ranges than the row policies support. */
  const tooMany = (regions: Regions): boolean => regions !== 'all' && regions.length > regionRangesMost;

  const ownOf = (tx: Tx, scope: Scope): Promise<Regions> =>
    scope.userId === null || scope.impersonatedFrom !== null
      ? Promise.resolve(scope.regions)
      : overseen(tx, scope.userId);

  return {
    ownOf,
    rolesChoosing: store.rolesChoosing,
    async regionsOf(tx: Tx, userId: string): Promise<Regions> {
      const regions = await overseen(tx, userId);
      return regions === 'all' ? regions : regions.slice(0, regionRangesMost);
    },
    /** Names of the regions a user oversees; null means all regions. */
    async overseen(tx: Tx, userId: string): Promise<{ names: string[]; note: string | null } | null> {
      const { dataScopes, place } = await scopesOfUser(tx, userId);
      const regions = regionsBy(dataScopes, place);
      if (regions === 'all') return null;
      const codes = placesBy(dataScopes, place);
      const names = await dictionaries.placeNames(tx, codes);
      return { names: codes.map((code) => names.get(code) ?? code), note: tooMany(regions) ? partText : null };
    },
    /** Throws if a user would oversee more region ranges than the row policies support. */
    async requireFewRanges(tx: Tx, userIds: readonly string[]): Promise<void> {
      if (userIds.length === 0) return;
      // Concurrent role grants wait for this lock, so the check below stays correct.
      await lockRights(tx);
      const exceedingCount = [...(await overseenBy(tx, userIds)).values()].filter(tooMany).length;
      if (exceedingCount > 0)
        throw invalid({
          field: 'regionCode',
          msg: `该机构 ${exceedingCount} 人的数据范围会超过 ${regionRangesMost} 片不相连的区域，请先调整他们的角色`,
        });
    },
    async rolesHeldOutsideScope(tx: Tx, roleIds: readonly string[]): Promise<ReadonlySet<string>> {
      const own = await ownOf(tx, tx.scope);
      if (own === 'all' || roleIds.length === 0) return new Set();
      const holders = await store.holdersByRole(tx, roleIds);
      const seen = await overseenBy(tx, [...new Set([...holders.values()].flat())]);
      const exceedsScope = (userId: string) => !covers(own, seen.get(userId) ?? []);
      return new Set(roleIds.filter((id) => holders.get(id)?.some(exceedsScope) === true));
    },
    /** Refuses if a user oversees regions outside the scope of the caller (S32) or too many ranges. */
    async requireWithinScope(tx: Tx, scope: Scope, userIds: readonly string[]): Promise<void> {
      if (userIds.length === 0) return;
      const own = await ownOf(tx, scope);
      for (const regions of (await overseenBy(tx, userIds)).values()) {
        if (!covers(own, regions)) throw new AppError('denied', '对方的数据范围超出了您自己的数据范围，不能这样设置');
        if (tooMany(regions))
          throw invalid({ field: 'roleIds', msg: `数据范围合起来最多 ${regionRangesMost} 片不相连的区域` });
      }
    },
    async requireValidScope(tx: Tx, type: UserType, { dsType, codes }: RoleDataScope): Promise<RoleDataScope> {
      if (dsType !== 'all' && type !== 'regulator')
        throw invalid({ field: 'dsType', msg: '只有监管人员的角色可以限定数据范围' });
      if (dsType !== 'chosen') return { dsType, codes: [] };
      if (codes.length === 0) throw invalid({ field: 'regionCodes', msg: '请至少选择一个区域' });
      const placeNames = await dictionaries.placeNames(tx, codes);
      if (codes.some((code) => !placeNames.has(code)))
        throw invalid({ field: 'regionCodes', msg: '没有这个行政区划，请重新选择' });
      const regions = regionsBy([{ dsType, codes }], null);
      if (tooMany(regions))
        throw invalid({ field: 'regionCodes', msg: `最多 ${regionRangesMost} 片不相连的区域，请改选上级区划` });
      return { dsType, codes: [...new Set(codes)] };
    },
    /** A caller cannot give a role regions outside their own scope (S32). */
    async requireOwnScope(tx: Tx, type: UserType, dataScopes: RoleDataScope) {
      if (type === 'regulator' && !covers(await ownOf(tx, tx.scope), regionsBy([dataScopes], null)))
        throw new AppError('denied', '不能设置超出您自己的数据范围');
    },
    async wordsOf(tx: Tx, { dsType, codes }: RoleDataScope): Promise<string> {
      const names = await dictionaries.placeNames(tx, codes);
      return [scopeWords[dsType], ...codes.map((code) => names.get(code) ?? code)].join('、');
    },
  };
}

export type DataScopes = ReturnType<typeof createDataScopes>;
