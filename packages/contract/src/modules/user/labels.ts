import type { UserType } from '../session/session.ts';

/** What people call a kind of people. */
export const userTypeLabels: Readonly<Record<UserType, string>> = {
  regulator: '监管人员',
  enterprise: '企业人员',
  shop: '店铺用户',
  platform: '平台管理员',
};
