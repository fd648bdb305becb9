import { sql } from 'kysely';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { SeedContext } from '#kit/module.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/** Days from now on which the memberships of the published accounts' enterprises end: one soon, one in its grace. */
const ownDays = [16, -6] as const;

/** Memberships of the demonstration: those that the enterprises' files speak of, with what they opened. */
export async function seedMemberships(tx: Tx, { own, now }: SeedContext): Promise<void> {
  const today = dayOf(now);
  for (const [index, id] of own.entries()) {
    const endsOn = addDays(today, ownDays[index % ownDays.length] ?? 0);
    await sql`update enterprise set membership_to = ${endsOn} where tenant_id = ${scopedTenant} and id = ${id}`.execute(
      tx.kysely,
    );
  }
  // Bought for a year at a time, the last of them a year before it ends.
  await sql`insert into membership (tenant_id, enterprise_id, began_on, months, ends_on, plan_code, plan_name, opens,
      seats, storage_mb, lookups, updated_at)
    select tenant_id, id, (membership_to - interval '1 year')::date, 12, membership_to, 'standard', '安全会员',
      '{lookup,publicAccount,shop}', 200, 51200, 300, ${now}
    from enterprise where tenant_id = ${scopedTenant} and membership_to is not null
    on conflict (tenant_id, enterprise_id) do nothing`.execute(tx.kysely);
  await sql`update enterprise set plan_code = 'standard'
    where tenant_id = ${scopedTenant} and membership_to is not null`.execute(tx.kysely);
}
