import type { UserType } from '@anlan/contract/modules/session/session';

export type { OpenTask } from '#kit/todo.ts';

export const snoozeDaysMax = 30;

export const turnText: Readonly<Record<UserType, string>> = {
  regulator: '监管人员',
  enterprise: '本企业',
  shop: '店铺用户',
  platform: '平台人员',
};
