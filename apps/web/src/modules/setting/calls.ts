import { settingCalls } from '@anlan/contract/modules/setting/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const calls = api(settingCalls);
export const settingsKey = ['settings'] as const;
export const unitSettings = callQuery(settingsKey, calls.all, {});
/** Saves changed settings. null restores the default. */
export const saveSettings = (input: Parameters<typeof calls.save>[0]) => calls.save(input, { quiet: true });
