import * as z from 'zod/mini';
import { enveloped, get, post } from '../../http/dialect.ts';
import { settingChanges, unitSettings } from './settings.ts';

/** Settings of a unit (业务参数). */
export const settingCalls = {
  all: get('/bus/setting', { answer: enveloped(unitSettings), permit: 'bus:setting:index', origin: 'chosen' }),
  save: post('/bus/setting', {
    input: z.object({ /** The version that the person saw. */ version: z.int(), values: settingChanges }),
    conflict: unitSettings,
    answer: enveloped(unitSettings),
    permit: 'bus:setting:edit',
    impersonation: true,
    origin: 'chosen',
  }),
};
