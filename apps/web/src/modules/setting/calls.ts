import { settingCalls } from '@anlan/contract/modules/setting/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api(settingCalls);
export const settingsKey = ['settings'] as const;
export const unitSettings = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => calls.all({}, { signal, quiet: true }),
});
/** Saves changed settings. null restores the default. */
export const saveSettings = (input: Parameters<typeof calls.save>[0]) => calls.save(input, { quiet: true });
