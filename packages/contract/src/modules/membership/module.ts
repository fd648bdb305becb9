// What this module adds to the product: permits, call names, menu entries, rights of preset roles, events.
import { membershipMeasures } from './measures.ts';

export const callNames = {
  'membership.trial': '开始试用',
  'membership.extend': '延长会员',
  'membership.shorten': '收回会员期限',
};

export const screens = ['/bus/membership/index'];

declare module '../../kit/module.ts' {
  interface Events {
    /** Published when memberships start, are extended or shortened, or change state by date. */
    'membership.changed': { enterpriseIds: readonly string[] };
  }
}

export const measures = Object.values(membershipMeasures);
