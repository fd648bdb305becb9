import { userSettingCalls } from '@anlan/contract/wire/user-setting';
import { api } from './api.ts';

/** How a person wants the shell, on the server. */
export const settingCalls = api(userSettingCalls);
