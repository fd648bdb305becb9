import { sql } from 'kysely';
import type { Duty } from '@anlan/contract/modules/access/protection';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import type { AccessTables } from '../tables.ts';
import { allDuties, dutyPermits } from './rules.ts';

interface Holders extends AccessTables {
  app_user: {
    tenant_id: string;
    id: string;
    nick_name: string;
    lock_flag: string;
    approval: string;
    deleted_at: Date | null;
  };
}

const { selectFrom } = tenantTables<Holders>();

const dutyOfRow = sql<Duty>`(select known.duty
  from unnest(${sql.val(dutyPermits.map(({ permit }) => permit))}::text[], ${sql.val(
    dutyPermits.map(({ duty }) => duty),
  )}::text[]) as known (permit, duty)
  where known.permit = role_permit.permit)`;

export interface DutyHolder {
  id: string;
  name: string;
  active: boolean;
  duties: Duty[];
}

/** Users with the administrator duties they hold. Includes permits outside the modules that the tenant rents. */
export async function dutyHolders(tx: Tx, among: readonly string[] | null = null): Promise<DutyHolder[]> {
  const rows = await selectFrom(tx, 'role_permit')
    .innerJoin('role', (join) =>
      join
        .onRef('role.tenant_id', '=', 'role_permit.tenant_id')
        .onRef('role.id', '=', 'role_permit.role_id')
        .on('role.user_type', 'in', ['regulator', 'platform']),
    )
    .innerJoin('user_role', (join) =>
      join.onRef('user_role.tenant_id', '=', 'role.tenant_id').onRef('user_role.role_id', '=', 'role.id'),
    )
    .innerJoin('app_user', (join) =>
      join.onRef('app_user.tenant_id', '=', 'user_role.tenant_id').onRef('app_user.id', '=', 'user_role.user_id'),
    )
    .select(['app_user.id', 'app_user.nick_name as name'])
    .select([
      sql<boolean>`app_user.lock_flag = '0' and app_user.approval = 'approved'`.as('active'),
      sql<Duty[]>`array_agg(distinct ${dutyOfRow})`.as('duties'),
    ])
    .where((eb) => eb('role_permit.permit', '=', eb.fn.any(eb.val(dutyPermits.map(({ permit }) => permit)))))
    .where('app_user.deleted_at', 'is', null)
    .$if(among !== null, (some) => some.where((eb) => eb('app_user.id', '=', eb.fn.any(eb.val(among ?? [])))))
    .groupBy(['app_user.id', 'app_user.nick_name', 'app_user.lock_flag', 'app_user.approval'])
    .orderBy('app_user.nick_name')
    .orderBy('app_user.id')
    .execute();
  return rows.map((row) => ({ ...row, duties: allDuties.filter((duty) => row.duties.includes(duty)) }));
}

export const dutiesOfRoles = async (tx: Tx, roleIds: readonly string[]): Promise<Duty[]> =>
  (
    await selectFrom(tx, 'role_permit')
      .innerJoin('role', (join) =>
        join
          .onRef('role.tenant_id', '=', 'role_permit.tenant_id')
          .onRef('role.id', '=', 'role_permit.role_id')
          .on('role.user_type', 'in', ['regulator', 'platform']),
      )
      .select(dutyOfRow.as('duty'))
      .distinct()
      .where((eb) => eb('role_permit.role_id', '=', eb.fn.any(eb.val(roleIds))))
      .where((eb) => eb('role_permit.permit', '=', eb.fn.any(eb.val(dutyPermits.map(({ permit }) => permit)))))
      .execute()
  ).map(({ duty }) => duty);
