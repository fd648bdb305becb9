import type { ExpiryFields, PopupFields, RiskRuleType } from '@anlan/contract/modules/risk/rule';
import { riskRuleCalls, riskTextCalls } from '@anlan/contract/modules/risk/rule-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const rules = api(riskRuleCalls);
const warnings = api(riskTextCalls);

/** Everything that has been read of risk rules; let go after a write. */
export const riskRulesKey = ['risk rules'] as const;

/** The rules in force. */
export const riskRules = queryOptions({
  queryKey: riskRulesKey,
  queryFn: ({ signal }) => rules.all({}, { signal, quiet: true }),
});

/** One of them as it is now. */
export const riskRuleNow = (type: RiskRuleType) => rules.byType({ type }, { quiet: true });

/** Saves the unit's own pop-up rule. */
export const savePopup = (fields: PopupFields) => rules.savePopup(fields, { quiet: true });
/** Saves the unit's own expiry rule. */
export const saveExpiry = (fields: ExpiryFields) => rules.saveExpiry(fields, { quiet: true });
/** Gives the unit's own rule up. */
export const removeRule = (id: string, version: number) => rules.remove({ id, version }, { quiet: true });

/** What warns the person at this moment, or null. */
export const readWarning = () => warnings.text({}, { quiet: true });
