/** staff: the people who work for enterprises (从业人员), their posts, and the accounts that they act with. */
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

/** Which enterprise; the caller's own where none is named. */
interface Within {
  enterpriseId?: string | undefined;
}

/** One of the people of an enterprise, as other modules need them. */
export interface Person {
  name: string;
  enterpriseId: string;
  userId: string | null;
  department: string | null;
  hasLeft: boolean;
}

/** The module staff. */
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
    /** A whole phone that is looked for is found by its index, since its digits stand nowhere. */
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
      /** Accounts that a person of an enterprise can be bound to. */
      accounts: (scope: Scope, { enterpriseId = scope.enterpriseId ?? undefined }: Within) =>
        kit.db.scoped(
          scope,
          async (tx) => {
            // Accounts of an enterprise are seen by whoever sees the enterprise.
            if (enterpriseId === undefined || !(await enterprise.cards(tx, [enterpriseId])).has(enterpriseId))
              return [];
            const taken = await accountsTaken(tx, enterpriseId);
            const accounts = await user.staffOf(tx, enterpriseId, accountsMost);
            return accounts.map((account) => ({ ...account, taken: taken.has(account.id) }));
          },
          { readOnly: true },
        ),
      /** Departments that people of an enterprise are in. */
      departments: (scope: Scope, { enterpriseId = scope.enterpriseId ?? undefined }: Within) =>
        kit.db.scoped(scope, async (tx) => (enterpriseId === undefined ? [] : departmentsIn(tx, enterpriseId)), {
          readOnly: true,
        }),
      /** What the law asks of an enterprise's safety staff, and what is missing. */
      staffing: (scope: Scope, { enterpriseId = scope.enterpriseId ?? undefined }: Within) =>
        kit.db.scoped(
          scope,
          async (tx) => {
            if (enterpriseId === undefined || !(await enterprise.cards(tx, [enterpriseId])).has(enterpriseId))
              return null;
            const trade = await tradeOf(tx, enterpriseId);
            return trade === undefined
              ? null
              : staffingOf(trade, await safetyStaffOf(tx, enterpriseId, dayOf(kit.clock.now())));
          },
          { readOnly: true },
        ),
      /** What somebody with an account does at their enterprise, where the caller sees them. */
      async postNameOf(tx: Tx, userId: string): Promise<string | null> {
        const [row] = await employees.rowsWhere(tx, { user_id: userId }, { limit: 1 });
        if (!row) return null;
        const kinds = await kit.dictionaries.itemsOf(tx, 'postKind');
        const name = row.postName ?? kinds.find(({ value }) => value === row.postKind)?.label;
        return typeof name === 'string' ? name : null;
      },
      /** The caller as one of the people of their current enterprise, with the posts whose acts they may do. */
      postsOf: posts.postsOf,
      /** Whether the caller may do the acts of one of some posts. */
      mayActAs: posts.mayActAs,
      /** People of an enterprise in some posts who have not left. */
      byPost: peopleInPosts,
      /** People visible by their ids; one who has left has no account any more. */
      people: async (tx: Tx, ids: readonly string[]): Promise<Map<string, Person>> =>
        new Map((await peopleById(tx, ids)).map(({ id, ...person }) => [id, person])),
      ...faces,
      /** The trade of a visible enterprise, as far as the law asks for it. */
      tradeOf,
      /** One of the people visible, or undefined. */
      employee: async (tx: Tx, id: string) => (await employees.rowsWhere(tx, { id }, { limit: 1 }))[0],
    };
  },
  calls: staffCalls,
  seed: seedEmployees,
});
