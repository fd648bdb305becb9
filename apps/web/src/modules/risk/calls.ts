import type { ExpiryFields, PopupFields, RiskRuleType } from '@anlan/contract/modules/risk/rule';
import { riskRuleCalls, riskTextCalls } from '@anlan/contract/modules/risk/rule-calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const rules = api(riskRuleCalls);
const warnings = api(riskTextCalls);

export const riskRulesKey = ['risk rules'] as const;

export const riskRules = callQuery(riskRulesKey, rules.all, {});

export const riskRuleNow = (type: RiskRuleType) => rules.byType({ type }, { quiet: true });

export const savePopup = (fields: PopupFields) => rules.savePopup(fields, { quiet: true });
export const saveExpiry = (fields: ExpiryFields) => rules.saveExpiry(fields, { quiet: true });
export const removeRule = (id: string, version: number) => rules.remove({ id, version }, { quiet: true });

export const readWarning = () => warnings.text({}, { quiet: true });
