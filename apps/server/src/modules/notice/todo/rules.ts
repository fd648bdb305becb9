import type { UserType } from '@anlan/contract/modules/session/session';

export type { Wanted } from '#kit/todo.ts';

/** The farthest day that something may be put off to. */
export const snoozeDaysMax = 30;

/** Whose turn it is where nobody is named. */
export const turnText: Readonly<Record<UserType, string>> = {
  regulator: '监管人员',
  enterprise: '本企业',
  shop: '店铺用户',
  platform: '平台人员',
};
