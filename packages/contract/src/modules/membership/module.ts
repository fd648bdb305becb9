// What the lists of the product hold of this module: permits, names of calls, menu entries, preset rights, events.

/** Labels of its calls in logs and histories. */
export const callNames = {
  'membership.trial': '开始试用',
  'membership.extend': '延长会员',
  'membership.shorten': '收回会员期限',
};

/** Its pages that no menu entry opens. */
export const screens = ['/bus/membership/index'];

declare module '../../kit/module.ts' {
  interface Events {
    /** Memberships began, were extended, shortened, or changed their state by date. */
    'membership.changed': { enterpriseIds: readonly string[] };
  }
}
