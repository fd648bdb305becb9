import { userSettingCalls } from '@anlan/contract/modules/user/layout-setting-calls';
import { api } from './api.ts';

export const settingCalls = api(userSettingCalls);
