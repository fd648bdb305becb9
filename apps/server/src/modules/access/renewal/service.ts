import { isPermit, permitLabels } from '@anlan/contract/labels';
import { systemClock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { withReadings } from '#platform/db/name-search.ts';
import type { AuditModule } from '../../audit/index.ts';
import type { SeedRole, SeedRow } from './rules.ts';
import * as store from './store.ts';

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
// Compare by field: PostgreSQL does not preserve the key order of jsonb.
const sameFields = (one: Readonly<Record<string, unknown>> | null, other: Readonly<Record<string, unknown>>) =>
  one !== null && Object.entries(other).every(([name, value]) => same(one[name], value));
type Entry = Awaited<ReturnType<typeof store.ownEntries>>[number];

function columnsOf({ key: _, parent, ...values }: SeedRow, ids: ReadonlyMap<string, string>) {
  return { ...values, parent_id: parent === null ? null : (ids.get(parent) ?? null) };
}

const added = { keep_alive: true, query: {}, red_dot: null, roles: [], hidden: false };

/** Fields to update in a menu row: only fields that nobody changed since the last release. */
function changesOf(row: Entry, wanted: ReturnType<typeof columnsOf>) {
  const before = row.seeded;
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => {
      const now = Reflect.get(row, name);
      return !same(now, value) && (before === null || same(now, before[name]));
    }),
  );
}

// Rows of older installations have no key; match them by path or name.
const isOlder = (row: Entry, { path, name, type }: SeedRow) =>
  row.key === null && row.type === type && row.path === path && (path !== '' || row.name === name);

export async function updateMenu(tx: Tx, wanted: readonly SeedRow[]): Promise<number> {
  await store.lockRenewal(tx);
  const rows = await store.ownEntries(tx);
  const first = rows.every(({ key }) => key === null);
  const ids = new Map<string, string>();
  const fresh: object[] = [];
  const stale: { row: Entry; values: Record<string, unknown> }[] = [];
  for (const entry of wanted) {
    const row =
      rows.find(({ key }) => key === entry.key) ?? (first ? rows.find((one) => isOlder(one, entry)) : undefined);
    const id = row?.id ?? newId();
    ids.set(entry.key, id);
    const values = columnsOf(entry, ids);
    const { key } = entry;
    if (row === undefined) fresh.push({ tenant_id: tx.scope.tenantId, id, ...added, ...values, key, seeded: values });
    else if (row.key === null || !sameFields(row.seeded, values))
      stale.push({ row, values: { ...changesOf(row, values), key, seeded: JSON.stringify(values) } });
  }
  await insertAll(tx, 'menu', fresh);
  for (const { row, values } of stale) await store.updateEntry(tx, row.id, values);
  return fresh.length + stale.length + (await removeGone(tx, rows, ids));
}

/**
 * Removes menu entries whose page no longer exists. Custom children of an entry move to its parent or to their
 * default place.
 */
async function removeGone(tx: Tx, rows: readonly Entry[], ids: ReadonlyMap<string, string>): Promise<number> {
  const gone = rows.filter(({ key }) => key !== null && !ids.has(key));
  if (gone.length === 0) return 0;
  const goneIds = new Set(gone.map(({ id }) => id));
  for (const { id, parent_id, key } of await store.ownEntries(tx))
    if (parent_id !== null && goneIds.has(parent_id) && !goneIds.has(id)) {
      const place = key === null ? null : rows.find((row) => row.id === id)?.seeded?.['parent_id'];
      const parent = typeof place === 'string' && !goneIds.has(place) ? place : null;
      await store.updateEntry(tx, id, { parent_id: parent });
    }
  await store.removeEntries(tx, [...goneIds]);
  return gone.length;
}

/**
 * Renames custom roles whose code equals a preset code. Presets are found by code, so such a role would be mistaken for
 * a preset.
 */
export async function freeCodes(
  tx: Tx,
  wanted: Readonly<Record<string, SeedRole>>,
  audit: Pick<AuditModule, 'record'>,
) {
  await store.lockRenewal(tx);
  for (const { id, code, name } of await store.madeUnder(tx, Object.keys(wanted))) {
    const after = `${code}_${id.slice(-6).toUpperCase()}`;
    await store.recode(tx, id, after);
    const changes = [{ field: 'roleCode', before: code, after }];
    const note = `角色“${name}”的编码改作系统预设角色的编码`;
    await audit.record(tx, { call: 'seed', objectType: 'role', objectId: id, note, changes });
  }
}

/**
 * Updates a preset role. Adds new permits, except permits that the tenant removed. Removes dropped permits, except
 * permits that the tenant granted.
 */
async function updateRole(
  tx: Tx,
  role: Awaited<ReturnType<typeof store.presets>>[number],
  { name, userType, permits }: SeedRole,
  audit: Pick<AuditModule, 'record'> | undefined,
): Promise<void> {
  const before = role.seeded ?? [];
  const dropped = before.filter((permit) => !permits.some((wanted) => wanted === permit));
  const removed = (await store.heldBy(tx, role.id))
    .filter(({ permit, granted }) => !isPermit(permit) || (!granted && dropped.includes(permit)))
    .map(({ permit }) => permit);
  const added = permits.filter((permit) => !before.includes(permit));
  await store.changePermits(tx, role.id, { added, removed, granted: false });
  await store.noteSeeded(tx, role.id, permits);
  if (dropped.length > 0) await store.askForReview(tx, userType, dropped.filter(isPermit));
  const lost = removed.filter(isPermit).map((permit) => permitLabels[permit]);
  if (lost.length === 0) return;
  const note = `系统更新后，预设角色“${name}”不再有这些权限`;
  const changes = [{ field: 'permits', before: lost, after: [] }];
  await audit?.record(tx, { call: 'seed', objectType: 'role', objectId: role.id, note, changes });
}

/**
 * Updates the preset roles of a tenant and returns how many it wrote. Without `audit` (new tenant) no audit rows are
 * written.
 */
export async function updateRoles(
  tx: Tx,
  wanted: Readonly<Record<string, SeedRole>>,
  audit?: Pick<AuditModule, 'record'>,
): Promise<number> {
  const { tenantId } = tx.scope;
  await store.lockRenewal(tx);
  const presetsByCode = new Map((await store.presets(tx)).map((role) => [role.code, role]));
  let written = 0;
  for (const [code, preset] of Object.entries(wanted)) {
    const { name, description, userType, permits } = preset;
    const role = presetsByCode.get(code);
    if (role === undefined) {
      const id = newId();
      const row = { tenant_id: tenantId, id, code, name, description: description ?? null, user_type: userType };
      const now = systemClock.now();
      const start = { data_scope: '0', preset: true, seeded: permits, version: 1, created_at: now, updated_at: now };
      await insertAll(tx, 'role', [await withReadings({ ...row, ...start }, 'name')]);
      await store.changePermits(tx, id, { added: permits, removed: [], granted: false });
    } else if (role.seeded === null || !same(role.seeded.toSorted(), permits.toSorted()))
      await updateRole(tx, role, preset, audit);
    else continue;
    written += 1;
  }
  return written;
}
