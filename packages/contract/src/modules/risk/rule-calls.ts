import * as z from 'zod/mini';
import { id, idVersion, whole } from '../../domain/fields.ts';
import { anyRuleType, expiryFields, popupFields, riskRule, riskText } from './rule.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

/** Calls for risk rules (风险规则). Each kind has one rule: the rule of the unit, or else the rule of the platform. */
export const riskRuleCalls = {
  byType: get('/bus/riskrule/getRuleByType', {
    input: z.object({ type: anyRuleType }),
    answer: enveloped(riskRule),
    permit: 'bus:riskrule:index',
    origin: 'spec §7',
  }),
  all: get('/bus/riskrule/getRule', {
    answer: enveloped(z.array(riskRule)),
    permit: 'bus:riskrule:index',
    origin: 'spec §7',
  }),
  savePopup: post('/bus/riskrule/popup', {
    input: popupFields,
    conflict: riskRule,
    answer: enveloped(idVersion),
    permit: 'bus:riskrule:edit',
    impersonation: true,
  }),
  saveExpiry: post('/bus/riskrule/expiry', {
    input: expiryFields,
    conflict: riskRule,
    answer: enveloped(idVersion),
    permit: 'bus:riskrule:edit',
    impersonation: true,
  }),
  remove: get('/bus/riskrule/del/{id}', {
    input: z.object({
      id,
      /** Version that the caller loaded. If set, the call is refused if the rule has changed since then. */ version:
        z.optional(whole),
    }),
    in: { id: 'path' },
    effect: 'write',
    conflict: riskRule,
    answer: enveloped(idVersion),
    permit: 'bus:riskrule:edit',
    impersonation: true,
  }),
};

/** Returns the warning that pops up for the caller (风险弹窗, ST-09). */
export const riskTextCalls = {
  text: get('/bus/riskrule/getRiskText', { answer: enveloped(riskText), permit: 'signed-in', activity: 'background' }),
};
