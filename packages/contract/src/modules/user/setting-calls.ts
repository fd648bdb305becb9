import { userSetting } from './setting.ts';
import { enveloped, get, post } from '../../http/dialect.ts';

/** How a person wants the shell, wherever they sign in. */
export const userSettingCalls = {
  setting: get('/upms/user/setting', {
    answer: enveloped(userSetting),
    permit: 'signed-in',
    activity: 'background',
    origin: 'chosen',
  }),
  settingSave: post('/upms/user/setting', {
    input: userSetting,
    answer: enveloped(userSetting),
    permit: 'signed-in',
    bodyBytes: 4096,
    origin: 'chosen',
  }),
};
