import { sql, type Insertable, type Selectable, type Generated } from 'kysely';
import type { RiskRuleType } from '@anlan/contract/modules/risk/rule';
import type { EnterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import { versioned } from '#platform/db/versioned-update.ts';

interface RiskRuleTable {
  tenant_id: string;
  id: string;
  type: RiskRuleType;
  version: Generated<number>;
  enabled: boolean;
  /** Read as JSON and parsed with the schema of the rule's kind; written as text. */
  content: unknown;
  updated_at: Date;
  updated_by: string | null;
  updated_by_name: string | null;
  removed_at: Date | null;
}

interface RiskRuleTables {
  risk_rule: RiskRuleTable;
}

const { on, selectFrom } = tenantTables<
  RiskRuleTables & { enterprise: { tenant_id: string; id: string; color: EnterpriseColor } }
>();

export type RiskRuleRow = Selectable<RiskRuleTable>;

/** Tenant id of the platform. The platform's rules apply to tenants without an own rule. */
export const platform = '0';

export const listRules = (tx: Tx, type?: RiskRuleType): Promise<RiskRuleRow[]> => {
  const all = on(tx).selectFrom('risk_rule').selectAll().where('tenant_id', 'in', [platform, tx.scope.tenantId]);
  return (type === undefined ? all : all.where('type', '=', type)).execute();
};

/** Takes a lock, so that two people cannot both create the first rule of a tenant. */
export const lockRules = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`risk rules ${tx.scope.tenantId}`}, 0))`.execute(on(tx));

export const insertRule = (tx: Tx, row: Insertable<RiskRuleTable>) =>
  on(tx).insertInto('risk_rule').values(row).execute();

export const updateRule = versioned<RiskRuleTables>()('risk_rule');

export const colorOf = async (tx: Tx, enterpriseId: string): Promise<EnterpriseColor | undefined> =>
  (await selectFrom(tx, 'enterprise').select('color').where('id', '=', enterpriseId).executeTakeFirst())?.color;

/** Number of overdue rows that the caller may see: expired items, and dangers past their deadline. */
export interface OwnLateness {
  expired: number;
  blocking: number;
  overdue: number;
}

export async function countLate(tx: Tx, today: string): Promise<OwnLateness> {
  const { rows } = await sql<Record<keyof OwnLateness, string>>`select
      (select count(*) from warning where tenant_id = ${scopedTenant} and level = 'expired'
        and status in ('open', 'acknowledged') and removed_at is null) as expired,
      (select count(*) from warning where tenant_id = ${scopedTenant} and level = 'expired'
        and status in ('open', 'acknowledged') and removed_at is null and is_blocking) as blocking,
      (select count(*) from danger where tenant_id = ${scopedTenant} and deadline_on < ${today}::date
        and status in ('open', 'rectifying', 'returned') and removed_at is null) as overdue`.execute(on(tx));
  const [row] = rows;
  return {
    expired: Number(row?.expired ?? 0),
    blocking: Number(row?.blocking ?? 0),
    overdue: Number(row?.overdue ?? 0),
  };
}
