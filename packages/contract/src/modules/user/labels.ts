import type { UserType } from '../session/session.ts';

export const userTypeLabels: Readonly<Record<UserType, string>> = {
  regulator: '监管人员',
  enterprise: '企业人员',
  shop: '店铺用户',
  platform: '平台管理员',
};
