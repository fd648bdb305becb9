/**
 * risk: what a unit holds to be a risk and how its people are warned (双重预防).
 * `rule` keeps the risk rules (风险规则): one of each kind a unit, the platform's where it has none, and the pop-up that
 * they show. What else a rule decides is read by the rooms above; the house hands changes on, in the same transaction.
 */
export { createRiskRules } from './rule/service.ts';
export { expiryDaysOf } from './rule/present.ts';
