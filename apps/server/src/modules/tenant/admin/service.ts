import type { Change } from '@anlan/contract/domain/field-change';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { HostBrand, TenantCounts, TenantTrouble, TroubleKind } from '@anlan/contract/modules/tenant/tenant';
import type { TenantDetails, TenantInput, TenantPatch, TenantRow } from '@anlan/contract/modules/tenant/admin';
import { limits } from '@anlan/contract/limits';
import { isRentable } from '@anlan/contract/rentables';
import type { Clock } from '#kernel/clock.ts';
import { changesBetween } from '#kernel/changes.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { createAnswerCache } from '#kernel/answer-cache.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { withOwnLogo } from '../rules.ts';
import { unitSmsChanges } from '../sms-settings/rules.ts';
import { readUnitSms, writeUnitSms } from '../sms-settings/store.ts';
import { allBrands, findByHost } from '../store.ts';
import { abilitiesOf, allHosts, findDuplicate, firstNumber, isHeld, platform, purgesAt } from './rules.ts';
import * as store from './store.ts';

interface Entry {
  call: string;
  objectType: string;
  objectId: string;
  userName?: string;
  changes?: Change[];
  note?: string;
}
interface Incoming {
  name: string;
  type: string;
  stream: AsyncIterable<Uint8Array>;
}

export interface TenantAdminDeps {
  db: Db;
  clock: Clock;
  audit: { record(tx: Tx, entry: Entry): Promise<unknown> };
  /** Creates a one-time password for the first administrator, and its hash. */
  newPassword(): Promise<{ text: string; hash: string }>;
  provision(
    tx: Tx,
    first: { name: string; username: string; nickName: string; passwordHash: string },
  ): Promise<unknown>;
  headcount(tx: Tx): Promise<number>;
  endSessions(tenantId: string): Promise<unknown>;
  renewRights(tx: Tx): Promise<unknown>;
  takePicture(scope: Scope, file: Incoming, maxBytes: number): Promise<string>;
  /** Throws when the account, role or second factor of the platform person is too recent (S100). */
  demandConfirmer(tx: Tx, act: string): Promise<void>;
  hasPicture(id: string): Promise<boolean>;
  openPicture(id: string): Promise<{ type: string; body: Uint8Array | AsyncIterable<Uint8Array> }>;
}

interface Seen {
  id: string;
  version?: number | undefined;
}

function demandRentable(rented: readonly string[] | null): void {
  if (rented?.every(isRentable) === false) throw invalid({ field: 'rented', msg: '没有这个功能' });
}

export function createTenantAdmin(deps: TenantAdminDeps) {
  const { db, clock, audit } = deps;
  const recent = createAnswerCache({ clock, ms: 10_000 });

  const present = (scope: Scope, row: store.BrandRow): TenantRow => ({
    id: row.id,
    version: row.version,
    abilities: abilitiesOf(scope, row, clock.now()),
    name: row.name,
    copy: row.copy,
    icp: row.icp,
    tec: row.tec,
    logo: withOwnLogo(row).logo,
    hosts: row.hosts,
    genericHosts: row.generic_hosts,
    status: row.status,
    createTime: row.created_at,
    removeTime: row.removed_at,
    purgeTime: row.removed_at === null ? null : (row.purged_at ?? purgesAt.of(row.removed_at)),
    purged: row.purged_at !== null,
  });

  // A query sees only one tenant, so each tenant needs its own query. This is acceptable, because the list of tenants
  // is rarely loaded.
  function peopleOf(id: string): Promise<number> {
    const there = systemScope('count people', id);
    return recent.of(there, 'people', null, () => db.read(there, deps.headcount));
  }

  const unitsOf = async (scope: Scope) => [{ id: platform, name: '平台管理' }, ...(await db.read(scope, allBrands))];

  const troubleOf = (id: string) =>
    db.read(systemScope('platform home', id), (tx) => store.readTrouble(tx, clock.now()));

  // Any role can have the permit, so the tenant is checked too: only the platform manages tenants (S21).
  function demandPlatform(scope: Scope) {
    if (scope.tenantId !== platform) throw new AppError('denied');
  }

  async function demandFree(tx: Tx, own: string, wanted: { name: string; hosts: string[]; genericHosts: string[] }) {
    await store.lockNames(tx);
    const names = allHosts(wanted.hosts, wanted.genericHosts);
    const twice = findDuplicate(names);
    if (twice !== null) throw invalid({ field: 'hosts', msg: `域名 ${twice} 重复` });
    const same = await store.sameNamed(tx, own, { name: wanted.name, hosts: names });
    if (!same) return;
    if (same.name === wanted.name) throw invalid({ field: 'name', msg: '已有同名的单位' });
    const takenHost = names.find((name) => same.hosts.includes(name) || same.generic_hosts.includes(name));
    const field = wanted.hosts.includes(takenHost ?? '') ? 'hosts' : 'genericHosts';
    throw invalid({ field, msg: `域名 ${takenHost} 已由“${same.name}”使用` });
  }

  async function demandLogo(logo: string | null | undefined, before: string | null = null) {
    if (!logo || logo === before || (await deps.hasPicture(logo.split('/').at(-1) ?? ''))) return;
    throw invalid({ field: 'logo', msg: '请重新上传标志' });
  }

  /** Changes one tenant and writes an audit entry in the platform and in the tenant. An error rolls back everything. */
  async function on<T>(
    scope: Scope,
    call: string,
    id: string,
    work: (inside: Tx, outside: Tx) => Promise<{ changes?: Change[]; note?: string; result: T }>,
  ): Promise<T> {
    demandPlatform(scope);
    return db.scoped(scope, async (outside) => {
      const inside = systemScope('platform', id, scope);
      const {
        changes = [],
        note,
        result,
      } = await db.scoped(inside, async (tx) => {
        const done = await work(tx, outside);
        const noteField = done.note === undefined ? {} : { note: done.note };
        await audit.record(tx, {
          call: 'tenant.byPlatform',
          objectType: 'tenant',
          objectId: id,
          userName: `平台 ${scope.userName ?? ''}`.trim(),
          ...(done.changes ? { changes: done.changes } : {}),
          ...noteField,
        });
        return done;
      });
      await audit.record(outside, {
        call,
        objectType: 'tenant',
        objectId: id,
        changes,
        ...(note === undefined ? {} : { note }),
      });
      return result;
    });
  }

  async function takeLocked(scope: Scope, tx: Tx, version: number | undefined): Promise<store.BrandRow> {
    const row = await store.takeTenant(tx);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== row.version)
      throw new AppError('conflict', undefined, { current: present(scope, row) });
    return row;
  }

  /**
   * Closes or opens a tenant, or restores its state before removal. Closing ends all sessions of the tenant at once.
   */
  async function setOpen(
    scope: Scope,
    { id, version }: Seen,
    call: string,
    open: boolean | 'asBefore',
    change: { frozen_reason?: string | null; removed?: boolean },
    demand: (row: store.BrandRow) => string | null,
  ) {
    demandPlatform(scope);
    if (id === platform) throw new AppError('invalid', '平台本身不能停用或删除');
    const saved = await on(scope, call, id, async (tx, outside) => {
      const row = await takeLocked(scope, tx, version);
      const refusal = demand(row);
      if (refusal !== null) throw new AppError('invalid', refusal);
      // Removal starts a purge without another confirmation, so the caller must qualify as a second person.
      if (change.removed !== undefined) await deps.demandConfirmer(outside, change.removed ? '删除租户' : '恢复租户');
      // A suspended tenant stays suspended after it is restored, because the caller may lack the permit to resume it.
      const opens = open === 'asBefore' ? (await store.frozenReason(tx)) === null : open;
      const status = opens ? ('active' as const) : ('frozen' as const);
      const { frozen_reason, removed } = change;
      await store.updateTenant(tx, { status, ...(frozen_reason === undefined ? {} : { frozen_reason }) });
      if (removed !== undefined) await store.setRemoved(tx, removed);
      const { version: next } = await store.updateBrand(tx, { status });
      return {
        changes: changesBetween({ status: row.status }, { status }),
        ...(frozen_reason ? { note: frozen_reason } : {}),
        result: { id, version: next },
      };
    });
    if (!open) await deps.endSessions(id);
    return saved;
  }

  return {
    async page(
      scope: Scope,
      { filter, sort, page, size }: PageInput<store.AdminFilter, store.AdminSort>,
    ): Promise<Page<TenantRow>> {
      demandPlatform(scope);
      const { rows, total } = await db.read(scope, (tx) =>
        store.pageTenants(tx, filter, sort, size, (page - 1) * size),
      );
      const tenantRows: TenantRow[] = [];
      for (const row of rows) tenantRows.push({ ...present(scope, row), people: await peopleOf(row.id) });
      return { rows: tenantRows, total, page, size };
    },
    /** Details of a tenant. Everybody gets the name of their own tenant; the platform gets all data of any tenant. */
    async one(scope: Scope, { id }: { id: string }): Promise<{ id: string; name: string } & Partial<TenantDetails>> {
      const sees = scope.tenantId === platform && scope.permits.has('sys:tenant:index');
      if (!sees && id !== scope.tenantId) throw new AppError('notFound');
      const row = await db.read(scope, (tx) => store.tenantRow(tx, id));
      if (!row) throw new AppError('notFound');
      if (!sees) return { id, name: row.name };
      const more = await db.read(systemScope('platform', id, scope), async (tx) => ({
        frozenReason: await store.frozenReason(tx),
        rented: await store.readRented(tx),
        people: await deps.headcount(tx),
        sms: await readUnitSms(tx),
      }));
      return { ...present(scope, row), ...more };
    },
    async count(scope: Scope) {
      demandPlatform(scope);
      return recent.of(scope, 'tenants', null, async () => {
        // The counts include the platform itself, as the list does.
        const units = await unitsOf(scope);
        const { total: frozen } = await db.scoped(scope, (tx) => store.pageTenants(tx, { status: 'frozen' }, [], 1, 0));
        let people = 0;
        for (const { id } of units) people += await peopleOf(id);
        const unitCounts: TenantCounts['units'] = [];
        for (const { id, name } of units) unitCounts.push({ id, name, ...(await troubleOf(id)) });
        const trouble = (one: (typeof unitCounts)[number]) => one.errors + one.failedJobs;
        unitCounts.sort((one, other) => trouble(other) - trouble(one) || other.storedBytes - one.storedBytes);
        const databaseBytes = await db.read(scope, store.databaseBytes);
        return { tenants: units.length, frozen, people, databaseBytes, units: unitCounts };
      });
    },
    async trouble(
      scope: Scope,
      { filter: { kind, id }, page, size }: PageInput<{ kind: TroubleKind; id?: string | undefined }, never>,
    ): Promise<Page<TenantTrouble>> {
      demandPlatform(scope);
      const units = (await unitsOf(scope)).filter((unit) => id === undefined || unit.id === id);
      // Each tenant is queried separately. Only its newest rows are read, because a page cannot contain older rows.
      const troubles: TenantTrouble[] = [];
      let all = 0;
      for (const unit of units) {
        const { latest, total } = await db.read(systemScope('platform home', unit.id), (tx) =>
          store.readTroubleRows(tx, kind, clock.now(), page * size),
        );
        all += total;
        troubles.push(...latest.map((row) => ({ ...row, unitId: unit.id, unit: unit.name })));
      }
      troubles.sort((one, other) => other.at.getTime() - one.at.getTime());
      return { rows: troubles.slice((page - 1) * size, page * size), total: all, page, size };
    },
    async create(scope: Scope, { name, username, nickName, rented = null, sms = null, ...brandInput }: TenantInput) {
      demandPlatform(scope);
      demandRentable(rented);
      const { hosts = [], genericHosts = [], copy = null, icp = null, tec = null, logo = null } = brandInput;
      await demandLogo(logo);
      const password = await deps.newPassword();
      const id = await db.scoped(scope, async (outside) => {
        await demandFree(outside, '', { name, hosts, genericHosts });
        const number = await store.nextNumber(outside, firstNumber);
        const brand = { name, copy, icp, tec, logo, hosts, generic_hosts: genericHosts };
        await db.scoped(systemScope('platform', number, scope), async (tx) => {
          await store.insertTenant(tx, brand);
          await store.writeRented(tx, rented);
          await writeUnitSms(tx, sms);
          await deps.provision(tx, { name, username, nickName, passwordHash: password.hash });
          const userName = `平台 ${scope.userName ?? ''}`.trim();
          await audit.record(tx, { call: 'tenant.byPlatform', objectType: 'tenant', objectId: number, userName });
        });
        const changes = [...changesBetween({}, { name, hosts, genericHosts, username }), ...unitSmsChanges(null, sms)];
        await audit.record(outside, { call: 'tenant.create', objectType: 'tenant', objectId: number, changes });
        return number;
      });
      return { id, version: 1, username, password: password.text };
    },
    update: (scope: Scope, { id, version, rented, genericHosts, sms, ...patch }: TenantPatch) =>
      on(scope, 'tenant.update', id, async (tx, outside) => {
        demandRentable(rented ?? null);
        if (id === platform && rented) throw invalid({ field: 'rented', msg: '平台本身不受限制' });
        const currentRow = await store.tenantRow(outside, id);
        if (!currentRow || currentRow.removed_at !== null) throw new AppError('notFound');
        await demandLogo(patch.logo, currentRow.logo);
        await demandFree(outside, id, {
          name: patch.name ?? currentRow.name,
          hosts: patch.hosts ?? currentRow.hosts,
          genericHosts: genericHosts ?? currentRow.generic_hosts,
        });
        const row = await takeLocked(scope, tx, version);
        const before = { ...row, rented: await store.readRented(tx), genericHosts: row.generic_hosts };
        const saved = await store.updateBrand(tx, {
          ...patch,
          ...(genericHosts === undefined ? {} : { generic_hosts: genericHosts }),
        });
        if (patch.name !== undefined) await store.updateTenant(tx, { name: patch.name });
        const changes = changesBetween(before, { ...patch, genericHosts, rented });
        if (changes.some(({ field }) => field === 'rented')) {
          await store.writeRented(tx, rented ?? null);
          await deps.renewRights(tx);
        }
        if (sms !== undefined) {
          changes.push(...unitSmsChanges(await readUnitSms(tx), sms));
          await writeUnitSms(tx, sms);
        }
        return { changes, result: { id, version: saved.version } };
      }),
    freeze: (scope: Scope, { reason, ...seen }: Seen & { reason: string }) =>
      setOpen(scope, seen, 'tenant.freeze', false, { frozen_reason: reason }, (row) =>
        row.removed_at !== null ? '单位已删除' : row.status === 'frozen' ? '单位已停用' : null,
      ),
    thaw: (scope: Scope, seen: Seen) =>
      setOpen(scope, seen, 'tenant.thaw', true, { frozen_reason: null }, (row) =>
        row.removed_at !== null ? '单位已删除，请先恢复' : row.status === 'active' ? '单位没有停用' : null,
      ),
    remove: (scope: Scope, seen: Seen) =>
      setOpen(scope, seen, 'tenant.remove', false, { removed: true }, (row) =>
        row.removed_at === null ? null : '单位已删除',
      ),
    restore: (scope: Scope, seen: Seen) =>
      setOpen(scope, seen, 'tenant.restore', 'asBefore', { removed: false }, (row) => {
        if (row.removed_at === null) return '单位没有删除';
        return isHeld(row.removed_at, clock.now()) ? null : '删除已超过三十天，不能恢复';
      }),
    async logoUpload(scope: Scope, { file }: { file: Incoming }) {
      demandPlatform(scope);
      const id = await deps.takePicture(scope, file, limits.upload.logoBytes);
      await db.scoped(scope, (tx) => audit.record(tx, { call: 'tenant.logoUpload', objectType: 'file', objectId: id }));
      return { url: `/upms/tenant/logo/${id}` };
    },
    logo: (_scope: Scope, { id }: { id: string }) => deps.openPicture(id),
    /** Brand of the tenant that a host name belongs to; null for a generic host name, which belongs to no tenant. */
    async byHostName(scope: Scope, { host }: { host: string }): Promise<HostBrand | null> {
      const named = host.toLowerCase();
      const brandRow = await db.read(scope, async (tx) => {
        const owner = await findByHost(tx, named);
        return owner && (await store.tenantRow(tx, owner.id));
      });
      if (!brandRow || brandRow.removed_at !== null) return null;
      const { id, name, copy, icp, tec, logo } = withOwnLogo(brandRow);
      const generic = brandRow.generic_hosts.includes(named);
      return generic
        ? { id, generic, name: null, copy: null, icp, tec, logo: null }
        : { id, generic, name, copy, icp, tec, logo };
    },
  };
}
