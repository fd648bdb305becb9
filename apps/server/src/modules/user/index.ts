/**
 * user: the people of a tenant (用户) and its organisation (机构).
 * Knows who somebody is and which enterprises are bound to them; what they may is the room access.
 */
import { maskPhone } from '@anlan/contract/domain/phone';
import type { Officer, OrganNode } from '@anlan/contract/domain/user';
import type { UserType } from '@anlan/contract/domain/session';
import type { Clock } from '#kernel/clock.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import {
  bindEnterprise,
  boundEnterprises,
  findAllByPhone,
  findByName,
  findByPhone,
  findUser,
  insertUser,
  listUsers,
  namesOf,
  readOrgans,
  rebind,
  rememberEnterprise,
} from './store.ts';

function treeOf(rows: Awaited<ReturnType<typeof readOrgans>>, parentId: string | null): OrganNode[] {
  return rows
    .filter((row) => row.parent_id === parentId)
    .map((row) => ({ id: row.id, parentId, name: row.name, sort: row.sort, children: treeOf(rows, row.id) }));
}

/** Opens the room user. */
export function createUserRoom({ db, clock }: { db: Db; clock: Clock }) {
  let named = { until: 0, names: new Map<string, string>() };
  return {
    list: (scope: Scope, input: { type?: UserType | undefined; keyword?: string | undefined }): Promise<Officer[]> =>
      db.scoped(scope, async (tx) =>
        (await listUsers(tx, input.type ?? 'regulator', input.keyword)).map((row) => ({
          id: row.id,
          username: row.username,
          nickName: row.nick_name,
          phone: row.phone === null ? null : maskPhone(row.phone),
        })),
      ),
    organTree: (scope: Scope): Promise<OrganNode[]> =>
      db.scoped(scope, async (tx) => treeOf(await readOrgans(tx), null)),
    byName: findByName,
    byId: findUser,
    byPhone: findByPhone,
    allByPhone: findAllByPhone,
    /** Makes a person; the caller has checked that the name is free. */
    add: insertUser,
    bind: bindEnterprise,
    enterprisesOf: async (tx: Tx, userId: string) =>
      (await boundEnterprises(tx, userId)).map((row) => row.enterprise_id),
    rebind,
    rememberEnterprise,
    /** Names shown, by id; up to two seconds old. */
    async names(tx: Tx, ids: (string | null)[]): Promise<Map<string, string>> {
      const now = clock.now().getTime();
      if (named.until < now || named.names.size > 50_000) named = { until: now + 2_000, names: new Map() };
      const { names } = named;
      const keyOf = (id: string) => `${tx.scope.tenantId} ${id}`;
      const wanted = [...new Set(ids.filter((id) => id !== null))];
      const missing = wanted.filter((id) => !names.has(keyOf(id)));
      if (missing.length > 0) for (const row of await namesOf(tx, missing)) names.set(keyOf(row.id), row.nick_name);
      return new Map(wanted.flatMap((id) => (names.has(keyOf(id)) ? [[id, names.get(keyOf(id)) ?? '']] : [])));
    },
  };
}

/** The room user. */
export type UserRoom = ReturnType<typeof createUserRoom>;
