import { maskPhone } from '@anlan/contract/domain/phone';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { UserRow, UserSort } from '@anlan/contract/modules/user/admin';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Kit } from '#kit/ports.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { createLookups, type AuditModule } from '../../audit/index.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';
import { branchOf } from '../organ/rules.ts';
import { readTree } from '../organ/store.ts';
import { openContacts, phoneIndex } from '../encrypted/rules.ts';
import { presentPerson, targetOf, type Around, type HeldRole, type OpenPerson } from './present.ts';
import { isVisible, isPhone, type Target, type UserFilter } from './rules.ts';
import * as store from './store.ts';
import { byPhone, createTaken } from './unique-fields.ts';

export interface VisibilityDeps {
  db: Db;
  clock: Clock;
  vault: Vault;
  audit: Pick<AuditModule, 'record' | 'recordAll' | 'ofPerson'>;
  rolesOfAll: (tx: Tx, userIds: readonly string[]) => Promise<ReadonlyMap<string, HeldRole[]>>;
  enterpriseNames: (tx: Tx, ids: string[]) => Promise<ReadonlyMap<string, string>>;
  enterpriseNamed: (tx: Tx, name: string) => Promise<string | null>;
  dictionaries: Pick<DictionaryModule, 'userTypesOf'>;
  queued?: Kit['queued'];
}

const wordMost = limits.totalCap / 2;
const lookupMost = 20;

export interface Seen {
  row: OpenPerson;
  around: Around;
  target: Target;
}

export function createVisibility({
  db,
  clock,
  vault,
  audit,
  rolesOfAll,
  enterpriseNames,
  enterpriseNamed,
}: VisibilityDeps) {
  const lookups = createLookups({ clock, audit });
  const takenUnseen = createTaken({ vault, lookups });

  /**
   * Ids of users with a phone. The lookup is audited and limited per hour, because it searches encrypted phones (S29).
   */
  async function idsByPhone(tx: Tx, phone: string): Promise<string[]> {
    await lookups.demand(tx);
    await lookups.told(tx, [byPhone(phone)]);
    return store.idsByPhone(tx, phoneIndex(await vault.of(tx), phone));
  }

  async function seen(tx: Tx, rows: store.PersonRow[]): Promise<Seen[]> {
    if (rows.length === 0) return [];
    const own = await vault.of(tx);
    const ids = rows.map(({ id }) => id);
    const bound = await store.bindings(tx, ids);
    const roles = await rolesOfAll(tx, ids);
    const organs = new Map((await readTree(tx)).map(({ id, name }) => [id, name]));
    const names = await enterpriseNames(tx, [...new Set([...bound.values()].flat())]);
    return rows.map((row) => {
      const around = {
        roles: roles.get(row.id) ?? [],
        organName: organs.get(row.organ_id ?? '') ?? null,
        bound: bound.get(row.id) ?? [],
        names,
      };
      return { row: openContacts(own, row), around, target: targetOf(row, around) };
    });
  }
  const present = async (tx: Tx, rows: store.PersonRow[]): Promise<UserRow[]> =>
    (await seen(tx, rows)).map(({ row, around }) => presentPerson(tx.scope, row, around));

  async function resolveFilter(tx: Tx, { keyword = '', organId, ...filter }: UserFilter): Promise<store.FoundFilter> {
    const { userType, enterpriseId } = tx.scope;
    const made: store.FoundFilter = { ...filter };
    if (userType === 'enterprise') {
      const { type = 'enterprise', enterpriseId: requestedId = enterpriseId } = filter;
      // Returns nobody when the caller has no current enterprise or asks for another one.
      if (enterpriseId === null || requestedId !== enterpriseId || type !== 'enterprise') return { among: [] };
      Object.assign(made, { type, enterpriseId });
    }
    if (organId !== undefined) made.organIds = [...branchOf(await readTree(tx), organId)];
    if (keyword === '') return made;
    if (isPhone(keyword)) return { ...made, among: await idsByPhone(tx, keyword) };
    const among = await store.idsByWord(tx, keyword, wordMost);
    return { ...made, among, crowded: among.length > wordMost };
  }

  const listed = (
    scope: Scope,
    { filter, sort, page, size }: PageInput<UserFilter, UserSort>,
  ): Promise<Page<UserRow>> =>
    db.scoped(scope, async (tx) => {
      const where = await resolveFilter(tx, filter);
      const rows = await store.page(tx, where, sort, size, (page - 1) * size);
      return { rows: await present(tx, rows), ...(await store.count(tx, where)), page, size };
    });

  /** Returns the person if the caller sees them. Otherwise throws the same 404 as for an unknown id. */
  async function demandOne(tx: Tx, row: store.PersonRow | undefined): Promise<Seen> {
    const [one] = row ? await seen(tx, [row]) : [];
    if (!one || !isVisible(tx.scope, one.target)) throw new AppError('notFound');
    return one;
  }

  const briefly = async (tx: Tx, rows: store.PersonRow[]) =>
    (await seen(tx, rows))
      .filter(({ target }) => isVisible(tx.scope, target))
      .map(({ row }) => ({
        id: row.id,
        nickName: row.nick_name,
        phone: row.phone === null ? null : maskPhone(row.phone),
      }));
  const mine = ({ userType, enterpriseId }: Scope) =>
    userType === 'enterprise' ? (enterpriseId ?? undefined) : undefined;

  return {
    demandOne,
    takenUnseen,
    present,
    found: resolveFilter,
    reading: {
      page: listed,
      // Lists only staff of enterprises, also for callers who see other people.
      async entPage(scope: Scope, input: PageInput<UserFilter, UserSort>): Promise<Page<UserRow>> {
        const { type = 'enterprise' } = input.filter;
        if (type !== 'enterprise') return { rows: [], total: 0, page: input.page, size: input.size };
        return listed(scope, { ...input, filter: { ...input.filter, type } });
      },
      count: (scope: Scope, filter: UserFilter): Promise<number> =>
        db.scoped(scope, async (tx) => (await store.count(tx, await resolveFilter(tx, filter))).total),
      one: (scope: Scope, { id }: { id: string }): Promise<UserRow> =>
        db.read(scope, async (tx) => {
          const { row, around } = await demandOne(tx, await store.find(tx, id));
          return presentPerson(scope, row, around);
        }),
      roles: (scope: Scope, { userId }: { userId: string }): Promise<string[]> =>
        db.read(scope, async (tx) =>
          (await demandOne(tx, await store.find(tx, userId))).around.roles.map(({ id }) => id),
        ),
      /** Returns only whether a user name or phone is unused, and only to callers who may create accounts (S02). */
      checkUser: (scope: Scope, { username, phone }: { username?: string | undefined; phone?: string | undefined }) =>
        db.scoped(scope, async (tx) => {
          if (username) {
            const unseen = await takenUnseen(tx, { username });
            return unseen !== null || (await store.takenNames(tx, [username])).has(username);
          }
          return phone !== undefined && isPhone(phone) && (await idsByPhone(tx, phone)).length > 0;
        }),
      byEntName: (scope: Scope, { entName }: { entName: string }) =>
        db.read(scope, async (tx) => {
          const enterpriseId = await enterpriseNamed(tx, entName);
          const inside = enterpriseId !== null && (mine(scope) ?? enterpriseId) === enterpriseId;
          return inside ? briefly(tx, await store.peopleOf(tx, enterpriseId, lookupMost)) : [];
        }),
      byName: (scope: Scope, { name }: { name: string }) =>
        db.read(scope, async (tx) => briefly(tx, await store.peopleNamed(tx, name, mine(scope), lookupMost))),
      phoneByEnt: (scope: Scope, { enterpriseId }: { enterpriseId: string }) =>
        db.read(scope, async (tx) => {
          if (!(await enterpriseNames(tx, [enterpriseId])).has(enterpriseId)) throw new AppError('notFound');
          const people = await seen(tx, await store.peopleOf(tx, enterpriseId, 200));
          const active = people.filter(({ target }) => !target.locked && isVisible(scope, target));
          const first = active.find(({ target }) => target.isEnterpriseAdmin) ?? active[0];
          const phone = first?.row.phone ?? null;
          return { phone: phone === null ? null : maskPhone(phone) };
        }),
      // Always empty, because no WeChat followers are linked to enterprises yet.
      openIdByEnt: (scope: Scope, { enterpriseId }: { enterpriseId: string }): Promise<string[]> =>
        db.read(scope, async (tx) => {
          if (!(await enterpriseNames(tx, [enterpriseId])).has(enterpriseId)) throw new AppError('notFound');
          return [];
        }),
    },
  };
}

export type Visibility = ReturnType<typeof createVisibility>;
