import { sql } from 'kysely';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { SeedContext } from '#kit/module.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/**
 * Days from today to the end of the demo memberships of the published enterprises. One ends soon, one is in its grace
 * period.
 */
const ownDays = [16, -6] as const;

export async function seedMemberships(tx: Tx, { own, now, isBulk }: SeedContext): Promise<void> {
  const today = dayOf(now);
  for (const [index, id] of own.entries()) {
    const endsOn = addDays(today, ownDays[index % ownDays.length] ?? 0);
    await sql`update enterprise set membership_to = ${endsOn}, plan_code = 'standard'
      where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
  }
  // These triggers copy the oversight code into each row and notify sessions. A tenant created in bulk needs neither
  // yet.
  const setTriggers = (how: 'enable' | 'disable') =>
    isBulk ? tx.client.query(`alter table membership ${how} trigger user`) : null;
  await setTriggers('disable');
  // The demo membership is bought yearly; the last purchase is one year before its end.
  await sql`insert into membership (tenant_id, enterprise_id, began_on, months, ends_on, plan_code, plan_name, opens,
      seats, storage_mb, lookups, updated_at, oversight_code)
    select tenant_id, id, (membership_to - interval '1 year')::date, 12, membership_to, 'standard', '安全会员',
      '{lookup,publicAccount,shop}', 200, 51200, 300, ${now}, oversight_code
    from enterprise where tenant_id = ${scopedTenant} and membership_to is not null
    on conflict (tenant_id, enterprise_id) do nothing`.execute(tx.kysely);
  await setTriggers('enable');
}
