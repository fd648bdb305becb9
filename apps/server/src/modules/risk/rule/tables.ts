import type { Generated } from 'kysely';
import type { RiskRuleType } from '@anlan/contract/modules/risk/rule';

/** Table risk_rule. */
export interface RiskRuleTable {
  tenant_id: string;
  id: string;
  type: RiskRuleType;
  version: Generated<number>;
  enabled: boolean;
  /** Read with the schema of its kind; written as text. */
  content: unknown;
  updated_at: Date;
  updated_by: string | null;
  updated_by_name: string | null;
  removed_at: Date | null;
}

/** Tables of risk rules. */
export interface RiskRuleTables {
  risk_rule: RiskRuleTable;
}
