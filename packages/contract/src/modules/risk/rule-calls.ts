import * as z from 'zod/mini';
import { id, idVersion, whole } from '../../domain/fields.ts';
import { anyRuleType, expiryFields, popupFields, riskRule, riskText } from './rule.ts';
import { enveloped, get, post } from '../../http/dialect.ts';

/** Risk rules (风险规则): one of each kind, the unit's own or else the platform's. */
export const riskRuleCalls = {
  byType: get('/bus/riskrule/getRuleByType', {
    input: z.object({ /** 规则类型 */ type: anyRuleType }),
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
    origin: 'chosen',
  }),
  saveExpiry: post('/bus/riskrule/expiry', {
    input: expiryFields,
    conflict: riskRule,
    answer: enveloped(idVersion),
    permit: 'bus:riskrule:edit',
    impersonation: true,
    origin: 'chosen',
  }),
  remove: get('/bus/riskrule/del/{id}', {
    input: z.object({ id, /** Refuse when it has changed since. */ version: z.optional(whole) }),
    in: { id: 'path' },
    effect: 'write',
    conflict: riskRule,
    answer: enveloped(idVersion),
    permit: 'bus:riskrule:edit',
    impersonation: true,
    origin: 'chosen',
  }),
};

/** What warns the caller (风险弹窗, ST-09). */
export const riskTextCalls = {
  text: get('/bus/riskrule/getRiskText', {
    answer: enveloped(riskText),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
};
