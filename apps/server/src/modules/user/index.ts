/**
 * user: the users (用户) and organs (机构) of a tenant: identity and linked enterprises. The module access decides their
 * rights.
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
import { organsAt, placesOf, readTree } from './organ/store.ts';
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
  openAccounts,
  pendingAfter,
  pendingOf,
  rebind,
  rememberEnterprise,
  replaceHash,
  principalOf,
  shopOf,
  updateUser,
  type NewUser,
  type UserChange,
} from './store.ts';
import type { Seats } from './people.ts';

function treeOf(rows: Awaited<ReturnType<typeof readTree>>, parentId: string | null): OrganNode[] {
  return rows
    .filter((row) => row.parent_id === parentId)
    .map((row) => ({ id: row.id, parentId, name: row.name, sort: row.sort, children: treeOf(rows, row.id) }));
}

export { headcount } from './store.ts';
export { insertOrgan } from './organ/store.ts';
export { createCards } from './cards/service.ts';
export { createUserAdmin, createUserImport } from './admin/index.ts';
export { mustChangePassword } from './password/rules.ts';
export { firstLinkFile, offerFirstLink } from './first-password-link.ts';
export { createPasswordLinks } from './link/service.ts';
export { createJoining } from './self-registration/service.ts';
export { createOrgans } from './organ/service.ts';
export { createOwnData } from './own/service.ts';
export { indexMails, encryptPeople } from './encrypted/service.ts';
export { createSettings } from './setting/service.ts';

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
    organTree: (scope: Scope): Promise<OrganNode[]> => db.scoped(scope, async (tx) => treeOf(await readTree(tx), null)),
    byName: (tx: Tx, username: string) => findByName(tx, username, clock.now()),
    async byId(tx: Tx, id: string) {
      const row = await findUser(tx, id);
      return row && openContacts(await vault.of(tx), row);
    },
    principalOf,
    byPhone: async (tx: Tx, phone: string, type: UserType | null) =>
      findByPhone(tx, phoneIndex(await vault.of(tx), phone), type),
    allByPhone: async (tx: Tx, phone: string) => findAllByPhone(tx, phoneIndex(await vault.of(tx), phone)),
    allByMail: async (tx: Tx, mail: string) => findAllByMail(tx, mailIndex(await vault.of(tx), mail)),
    /** Adds a user. The caller must have checked that the user name is unused. */
    async add(tx: Tx, { phone, email, ...row }: NewUser & Partial<Contacts>) {
      await insertUser(tx, { ...row, ...encryptContacts(await vault.of(tx), row.id, { phone, email }) });
      if (row.approval === 'pending') await touched(tx, row.id);
    },
    /**
     * Changes a user; the caller must write the audit entry. Returns the new version, or undefined when the user is
     * missing or `version` is stale. A new password removes the restrictions of the old password.
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
    /** Registers a listener that runs in transactions which change the approval of an account. */
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
    seats: {
      demand: (tx, enterpriseIds) => seats.demand(tx, enterpriseIds),
      left: (tx, enterpriseId) => seats.left(tx, enterpriseId),
    } satisfies Seats,
    limitSeats(by: Seats): void {
      seats = by;
    },
    openAccounts,
    /** Adds a first-password link and returns its token; needs the HTTP scope. */
    giveLink: (tx: Tx, userId: string, seconds: number): Promise<string> =>
      insertLink(tx, userId, new Date(clock.now().getTime() + seconds * 1000)),
    /** Deletes expired first-password links; needs the HTTP scope. */
    sweepLinks: (httpScope: Scope) => db.scoped(httpScope, (tx) => sweepLinks(tx, clock.now())),
    replaceHash,
    /** Hashes of the person's former passwords, which may not be used again. */
    usedPasswords: usedHashes,
    enterprisesOf: async (tx: Tx, userId: string) =>
      (await boundEnterprises(tx, userId)).map((row) => row.enterprise_id),
    rebind,
    rememberEnterprise,
    /** Removes a person from an enterprise; the caller must end their sessions. */
    async leaveEnterprise(tx: Tx, userId: string, enterpriseId: string): Promise<void> {
      await unbind(tx, userId, [enterpriseId]);
      await forgetEnterprise(tx, userId, [enterpriseId]);
    },
    staffOf,
    reference: { read: peopleNamed, lock: peopleToName },
    organReference: {
      read: async (tx: Tx) => new Map((await readTree(tx)).map(({ id, name }) => [id, { name }])),
    },
    /** Display names of users by id, cached for two seconds. */
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

export type UserModule = ReturnType<typeof createUserModule>;
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
