/** staff: employees of enterprises (从业人员), their posts and their accounts. */
import { staffCalls } from '@anlan/contract/modules/staff/calls';
import { employee } from '@anlan/contract/modules/staff/resource';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { fileModule } from '../file/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { sessionModule } from '../session/index.ts';
import { userModule } from '../user/index.ts';
import { dayOf } from '@anlan/contract/domain/instant';
import { createPosts } from './posts/service.ts';
import { accountsTaken, departmentsIn, peopleById, peopleInPosts, safetyStaffOf, tradeOf } from './posts/store.ts';
import { createFaces } from './register/faces.ts';
import { createRegister } from './register/service.ts';
import { phoneOf } from './register/rules.ts';
import { staffingOf } from './staffing.ts';
import { seedEmployees } from './seed.ts';

export type { Caller } from './posts/service.ts';
export { isHighRisk, type Trade } from './staffing.ts';

const accountsMost = 500;

interface Within {
  enterpriseId?: string | undefined;
}

export interface Person {
  name: string;
  enterpriseId: string;
  userId: string | null;
  department: string | null;
  hasLeft: boolean;
}

export const staffModule = defineModule('staff', {
  needs: { enterprise: enterpriseModule, user: userModule, session: sessionModule, file: fileModule },
  open({ kit, enterprise, user, session, file }) {
    const posts = createPosts();
    const { erase, ...faces } = createFaces(kit, file);
    const employees = openResource(
      employee,
      kit,
      createRegister({ kit, posts, users: user, endUser: session.endUser, erase }),
    );
    /** If the keyword is a complete phone, it is replaced by its blind index, because phones are encrypted. */
    const withPhone = async <I extends { filter: { keyword?: string | undefined } }>(
      scope: Scope,
      input: I,
    ): Promise<I> => {
      const phone = phoneOf(input.filter.keyword);
      if (phone === null) return input;
      const phoneIndex = await kit.db.scoped(scope, async (tx) => (await kit.vault.of(tx)).index('phone', phone));
      return { ...input, filter: { ...input.filter, keyword: undefined, phoneIndex } };
    };
    return {
      ...employees,
      page: async (scope: Scope, input: Parameters<typeof employees.page>[1]) =>
        employees.page(scope, await withPhone(scope, input)),
      export: async (scope: Scope, input: Parameters<typeof employees.export>[1]) =>
        employees.export(scope, await withPhone(scope, input)),
      accounts: (scope: Scope, { enterpriseId = scope.enterpriseId ?? undefined }: Within) =>
        kit.db.read(scope, async (tx) => {
          // A caller who sees the enterprise also sees its accounts.
          if (enterpriseId === undefined || !(await enterprise.cards(tx, [enterpriseId])).has(enterpriseId)) return [];
          const takenIds = await accountsTaken(tx, enterpriseId);
          const accounts = await user.staffOf(tx, enterpriseId, accountsMost);
          return accounts.map((account) => ({ ...account, taken: takenIds.has(account.id) }));
        }),
      departments: (scope: Scope, { enterpriseId = scope.enterpriseId ?? undefined }: Within) =>
        kit.db.read(scope, async (tx) => (enterpriseId === undefined ? [] : departmentsIn(tx, enterpriseId))),
      staffing: (scope: Scope, { enterpriseId = scope.enterpriseId ?? undefined }: Within) =>
        kit.db.read(scope, async (tx) => {
          if (enterpriseId === undefined || !(await enterprise.cards(tx, [enterpriseId])).has(enterpriseId))
            return null;
          const trade = await tradeOf(tx, enterpriseId);
          return trade === undefined
            ? null
            : staffingOf(trade, await safetyStaffOf(tx, enterpriseId, dayOf(kit.clock.now())));
        }),
      async postNameOf(tx: Tx, userId: string): Promise<string | null> {
        const [row] = await employees.rowsWhere(tx, { userId: userId }, { limit: 1 });
        if (!row) return null;
        const kinds = await kit.dictionaries.itemsOf(tx, 'postKind');
        const name = row.postName ?? kinds.find(({ value }) => value === row.postKind)?.label;
        return typeof name === 'string' ? name : null;
      },
      postsOf: posts.postsOf,
      mayActAs: posts.mayActAs,
      byPost: peopleInPosts,
      /** Employees by id. An employee who has left has no account. */
      people: async (tx: Tx, ids: readonly string[]): Promise<Map<string, Person>> =>
        new Map((await peopleById(tx, ids)).map(({ id, ...person }) => [id, person])),
      ...faces,
      tradeOf,
      employee: async (tx: Tx, id: string) => (await employees.rowsWhere(tx, { id }, { limit: 1 }))[0],
    };
  },
  calls: staffCalls,
  seed: seedEmployees,
});
