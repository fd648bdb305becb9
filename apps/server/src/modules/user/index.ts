/**
 * user: the people of a tenant (用户) and its organisation (机构).
 * Knows who somebody is and which enterprises are bound to them; what they may is the module access.
 */
import { maskPhone } from '@anlan/contract/domain/phone';
import type { Officer, OrganNode } from '@anlan/contract/modules/user/user';
import type { UserType } from '@anlan/contract/modules/session/session';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { tenantModule, type TenantModule } from '../tenant/index.ts';
import { infrastructure } from '#kit/infrastructure.ts';
import { defineModule } from '#kit/module.ts';
import { forgetEnterprise, unbind } from './admin/store.ts';
import { among, cards, peopleNamed, peopleToName, staffOf } from './cards/store.ts';
import { organsAt, placesOf } from './organ/store.ts';
import { insertLink, sweepLinks } from './link/store.ts';
import { forgetUsed, keepUsed, usedHashes } from './password/store.ts';
import { mailIndex, openContacts, phoneIndex, encryptContacts, type Contacts } from './encrypted/rules.ts';
import {
  bindEnterprise,
  boundEnterprises,
  findAllByMail,
  findAllByPhone,
  findByName,
  findByPhone,
  findUser,
  holdProofs,
  insertUser,
  listUsers,
  namesOf,
  readOrgans,
  rebind,
  rememberEnterprise,
  replaceHash,
  principalOf,
  updateUser,
  type NewUser,
  type UserChange,
} from './store.ts';
import { openAccounts } from './headcount-store.ts';
import { shopOf } from './shop-store.ts';
import { pendingAfter, pendingOf } from './pending-store.ts';
import type { Seats } from './people.ts';

function treeOf(rows: Awaited<ReturnType<typeof readOrgans>>, parentId: string | null): OrganNode[] {
  return rows
    .filter((row) => row.parent_id === parentId)
    .map((row) => ({ id: row.id, parentId, name: row.name, sort: row.sort, children: treeOf(rows, row.id) }));
}

export { headcount } from './headcount-store.ts';
export { insertOrgan } from './organ/store.ts';
export { createCards } from './cards/service.ts';
export { createUserAdmin, createUserImport } from './admin/index.ts';
export { mustChangePassword } from './password/rules.ts';
export { firstLinkFile, offerFirstLink } from './first-link.ts';
export { createPasswordLinks } from './link/service.ts';
export { createJoining } from './joining/service.ts';
export { createOrgans } from './organ/service.ts';
export { createOwnData } from './own/service.ts';
export { indexMails, encryptPeople } from './encrypted/service.ts';
export { createSettings } from './setting/service.ts';
export { pendingAfter, pendingOf } from './pending-store.ts';

/** What the module user depends on. */
export interface UserDeps {
  db: Db;
  clock: Clock;
  vault: Vault;
  tenants: Pick<TenantModule, 'isMlps3'>;
}

const anyNumber: Seats = {
  demand: () => Promise.resolve(),
  left: () => Promise.resolve({ left: Infinity, most: Infinity }),
};

/** Opens the module user. */
export function createUserModule({ db, clock, vault, tenants }: UserDeps) {
  let named = { until: 0, names: new Map<string, string>() };
  let seats = anyNumber;
  const listeners: ((tx: Tx, id: string) => Promise<void>)[] = [];
  const touched = async (tx: Tx, id: string) => {
    for (const listener of listeners) await listener(tx, id);
  };
  return {
    list: (scope: Scope, input: { type?: UserType | undefined; keyword?: string | undefined }): Promise<Officer[]> =>
      db.scoped(scope, async (tx) => {
        const own = await vault.of(tx);
        return (await listUsers(tx, input.type ?? 'regulator', input.keyword)).map((row) => {
          const { id, username, nick_name: nickName, phone } = openContacts(own, row);
          return { id, username, nickName, phone: phone === null ? null : maskPhone(phone) };
        });
      }),
    organTree: (scope: Scope): Promise<OrganNode[]> =>
      db.scoped(scope, async (tx) => treeOf(await readOrgans(tx), null)),
    byName: (tx: Tx, username: string) => findByName(tx, username, clock.now()),
    /** A person with phone and mail whole. */
    async byId(tx: Tx, id: string) {
      const row = await findUser(tx, id);
      return row && openContacts(await vault.of(tx), row);
    },
    principalOf,
    byPhone: async (tx: Tx, phone: string, type: UserType | null) =>
      findByPhone(tx, phoneIndex(await vault.of(tx), phone), type),
    allByPhone: async (tx: Tx, phone: string) => findAllByPhone(tx, phoneIndex(await vault.of(tx), phone)),
    allByMail: async (tx: Tx, mail: string) => findAllByMail(tx, mailIndex(await vault.of(tx), mail)),
    /** Makes a person; the caller has checked that the name is free. */
    async add(tx: Tx, { phone, email, ...row }: NewUser & Partial<Contacts>) {
      await insertUser(tx, { ...row, ...encryptContacts(await vault.of(tx), row.id, { phone, email }) });
      if (row.approval === 'pending') await touched(tx, row.id);
    },
    /**
     * Changes a person, in a transaction that audits it; answers the new version, or undefined when there is no such
     * person (or, where `version` is given, when somebody was quicker). A new password clears what stood against the old one.
     */
    async change(tx: Tx, id: string, { phone, email, ...change }: UserChange, version?: number) {
      const now = clock.now();
      const password =
        change.password_hash === undefined
          ? {}
          : { password_changed_at: now, password_ends_at: null, must_change_password: false, demo: false };
      if (change.password_hash !== undefined) {
        const keeps = change.password_hash !== null && (await tenants.isMlps3(tx));
        await (keeps ? keepUsed(tx, id, limits.password.protectedLast - 1) : forgetUsed(tx, id));
      }
      const encrypted = encryptContacts(await vault.of(tx), id, { phone, email });
      const saved = await updateUser(tx, id, { ...password, ...change, ...encrypted, updated_at: now }, version);
      if (change.nick_name !== undefined) named.until = 0;
      if (change.approval !== undefined || change.deleted_at !== undefined) await touched(tx, id);
      return saved?.version;
    },
    /** Acts in the transaction in which an account begins or ceases to wait for an administrator. */
    onTouched: (listener: (tx: Tx, id: string) => Promise<void>) => void listeners.push(listener),
    shopOf,
    pendingOf,
    pendingAfter,
    placesOf,
    organsAt,
    among,
    cards,
    holdProofs,
    bind: bindEnterprise,
    /** Seats as they are limited at this moment. */
    seats: {
      demand: (tx, enterpriseIds) => seats.demand(tx, enterpriseIds),
      left: (tx, enterpriseId) => seats.left(tx, enterpriseId),
    } satisfies Seats,
    /** Limits how many accounts enterprises may have open. */
    limitSeats(by: Seats): void {
      seats = by;
    },
    openAccounts,
    /** A link with which a person sets their first password, in a transaction that sees the HTTP layer's rows; answers its token. */
    giveLink: (tx: Tx, userId: string, seconds: number): Promise<string> =>
      insertLink(tx, userId, new Date(clock.now().getTime() + seconds * 1000)),
    /** Drops links to first passwords that are over; on the HTTP layer's scope. */
    sweepLinks: (httpScope: Scope) => db.scoped(httpScope, (tx) => sweepLinks(tx, clock.now())),
    replaceHash,
    /** Hashes of the passwords that a person had before, as many as must not come again. */
    usedPasswords: usedHashes,
    enterprisesOf: async (tx: Tx, userId: string) =>
      (await boundEnterprises(tx, userId)).map((row) => row.enterprise_id),
    rebind,
    rememberEnterprise,
    /** Ends a person's work in an enterprise; their sessions are ended by the caller. */
    async leaveEnterprise(tx: Tx, userId: string, enterpriseId: string): Promise<void> {
      await unbind(tx, userId, [enterpriseId]);
      await forgetEnterprise(tx, userId, [enterpriseId]);
    },
    /** People whose accounts are bound to an enterprise, by name. */
    staffOf,
    /** People as other resources refer to them. */
    reference: { read: peopleNamed, lock: peopleToName },
    /** Names of organisations, for what refers to them. */
    organReference: {
      read: async (tx: Tx) => new Map((await readOrgans(tx)).map(({ id, name }) => [id, { name }])),
    },
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

/** The module user. */
export type UserModule = ReturnType<typeof createUserModule>;
/** The module user, for those that need it. */
export const userModule = defineModule('user', {
  needs: { server: infrastructure, tenants: tenantModule },
  open({ kit: { db, clock, registry }, server: { vault }, tenants }) {
    const users = createUserModule({ db, clock, vault, tenants });
    registry.refer('user', users.reference);
    return users;
  },
  gives: ({ byPhone }, { db }) => ({
    hasPhone: (tenantId, phone) =>
      db.scoped(systemScope('sms', tenantId), async (tx) => (await byPhone(tx, phone, null)) !== undefined),
  }),
});
