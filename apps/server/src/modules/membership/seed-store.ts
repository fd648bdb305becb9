import { sql } from 'kysely';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { SeedContext } from '#kit/module.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { newId } from '#kernel/ids.ts';
import { settingsOf } from '../setting/index.ts';
import { storeNotifications } from './membership-store.ts';
import { noticeOf, stateOn } from './rules.ts';

/**
 * Days from today to the end of the demo memberships of the published enterprises. One ends soon, one is in its grace
 * period.
 */
const ownDays = [16, -6] as const;

export async function seedMemberships(tx: Tx, { own, now, isBulk }: SeedContext): Promise<void> {
  const today = dayOf(now);
  for (const [index, id] of own.entries())
    await setMembership(tx, id, addDays(today, ownDays[index % ownDays.length] ?? 0));
  // These triggers copy the oversight code into each row and notify sessions. A tenant created in bulk needs neither
  // yet.
  const setTriggers = (how: 'enable' | 'disable') =>
    isBulk ? tx.client.query(`alter table membership ${how} trigger user`) : null;
  await setTriggers('disable');
  await storeMemberships(tx, now);
  await setTriggers('enable');
  await seedNotices(tx, today);
}

const setMembership = (tx: Tx, enterpriseId: string, endsOn: string) =>
  sql`update enterprise set membership_to = ${endsOn}, plan_code = 'standard'
    where tenant_id = ${scopedTenant} and id = ${enterpriseId}`.execute(tx.kysely);

/** The demo membership is bought yearly; the last purchase is one year before its end. */
const storeMemberships = (tx: Tx, now: Date) =>
  sql`insert into membership (tenant_id, enterprise_id, began_on, months, ends_on, plan_code, plan_name, opens,
      seats, storage_mb, lookups, updated_at, oversight_code)
    select tenant_id, id, (membership_to - interval '1 year')::date, 12, membership_to, 'standard', '安全会员',
      '{lookup,publicAccount,shop}', 200, 51200, 300, ${now}, oversight_code
    from enterprise where tenant_id = ${scopedTenant} and membership_to is not null
    on conflict (tenant_id, enterprise_id) do nothing`.execute(tx.kysely);

/** Demo enterprises that have bought a membership for the first time. */
export async function startSeededMemberships(
  tx: Tx,
  members: readonly { id: string; endsOn: string }[],
  now: Date,
): Promise<void> {
  for (const { id, endsOn } of members) await setMembership(tx, id, endsOn);
  await storeMemberships(tx, now);
}

/** Ids of the enterprises that have or had a membership. */
export async function seededMembers(tx: Tx): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select enterprise_id as id from membership
    where tenant_id = ${scopedTenant}`.execute(tx.kysely);
  return new Set(rows.map(({ id }) => id));
}

/** Stores the notices that the nightly job would have sent on the days when a membership changed its state. */
async function seedNotices(tx: Tx, today: string): Promise<void> {
  const settings = await settingsOf(tx);
  const margins = { expiringDays: settings['membership.expiringDays'], graceDays: settings['membership.graceDays'] };
  const { rows } = await sql<{ enterpriseId: string; endsOn: string }>`
    select enterprise_id as "enterpriseId", ends_on as "endsOn" from membership
    where tenant_id = ${scopedTenant} and told is null`.execute(tx.kysely);
  const changes = rows
    .flatMap(({ enterpriseId, endsOn }) =>
      [addDays(endsOn, -margins.expiringDays), addDays(endsOn, 1), addDays(endsOn, margins.graceDays + 1)]
        .filter((day) => day <= today)
        .map((day) => ({ enterpriseId, endsOn, day, state: stateOn({ endsOn, isTrial: false }, day, margins) })),
    )
    .toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const states = new Map(changes.map(({ enterpriseId, state }) => [enterpriseId, state]));
  await storeNotifications(
    tx,
    [...states].map(([enterpriseId, state]) => ({ enterpriseId, state })),
    changes.map(({ enterpriseId, endsOn, day, state }) => ({
      id: newId(),
      enterpriseId,
      at: new Date(`${day}T08:20:00+08:00`),
      text: noticeOf(state, endsOn, addDays(endsOn, margins.graceDays)) ?? '',
    })),
  );
}
