/**
 * user: the people of a tenant (用户) and its organisation (机构).
 * Knows who somebody is and which enterprises are bound to them; what they may is the room access.
 */
import { maskPhone } from '@anlan/contract/domain/phone';
import type { Officer, OrganNode } from '@anlan/contract/domain/user';
import type { UserType } from '@anlan/contract/domain/session';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import {
  boundEnterprises,
  findByName,
  findUser,
  listUsers,
  namesOf,
  readOrgans,
  rememberEnterprise,
} from './store.ts';

function treeOf(rows: Awaited<ReturnType<typeof readOrgans>>, parentId: string | null): OrganNode[] {
  return rows
    .filter((row) => row.parent_id === parentId)
    .map((row) => ({ id: row.id, parentId, name: row.name, sort: row.sort, children: treeOf(rows, row.id) }));
}

/** Opens the room user. */
export function createUserRoom({ db }: { db: Db }) {
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
    organTree: (scope: Scope): Promise<OrganNode[]> => db.scoped(scope, async (tx) => treeOf(await readOrgans(tx), null)),
    byName: findByName,
    byId: findUser,
    enterprisesOf: async (tx: Tx, userId: string) =>
      (await boundEnterprises(tx, userId)).map((row) => row.enterprise_id),
    rememberEnterprise,
    /** Names shown, by id. */
    async names(tx: Tx, ids: (string | null)[]): Promise<Map<string, string>> {
      const wanted = [...new Set(ids.filter((id) => id !== null))];
      if (wanted.length === 0) return new Map();
      return new Map((await namesOf(tx, wanted)).map((row) => [row.id, row.nick_name]));
    },
  };
}

/** The room user. */
export type UserRoom = ReturnType<typeof createUserRoom>;
