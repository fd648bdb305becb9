import * as z from 'zod/mini';
import { enveloped, get, post } from '../../http/call-table.ts';
import { settingChanges, unitSettings } from './settings.ts';

export const settingCalls = {
  all: get('/bus/setting', { answer: enveloped(unitSettings), permit: 'bus:setting:index' }),
  save: post('/bus/setting', {
    input: z.object({ version: z.int(), values: settingChanges }),
    conflict: unitSettings,
    answer: enveloped(unitSettings),
    permit: 'bus:setting:edit',
    impersonation: true,
  }),
};
