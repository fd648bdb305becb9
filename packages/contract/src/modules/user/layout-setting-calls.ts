import { userSetting } from './layout-setting.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

export const userSettingCalls = {
  setting: get('/upms/user/setting', { answer: enveloped(userSetting), permit: 'signed-in', activity: 'background' }),
  settingSave: post('/upms/user/setting', {
    input: userSetting,
    answer: enveloped(userSetting),
    permit: 'signed-in',
    bodyBytes: 4096,
  }),
};
