import { userSettingCalls } from '@anlan/contract/modules/user/setting-calls';
import { api } from './api.ts';

/** How a person wants the shell, on the server. */
export const settingCalls = api(userSettingCalls);
