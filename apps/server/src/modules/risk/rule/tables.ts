import type { Generated } from 'kysely';
import type { RiskRuleType } from '@anlan/contract/modules/risk/rule';

export interface RiskRuleTable {
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

export interface RiskRuleTables {
  risk_rule: RiskRuleTable;
}
