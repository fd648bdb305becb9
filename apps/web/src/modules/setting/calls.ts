import { settingCalls } from '@anlan/contract/modules/setting/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api(settingCalls);
/** What has been read of settings; let go after a write. */
export const settingsKey = ['settings'] as const;
/** The settings in force. */
export const unitSettings = queryOptions({
  queryKey: settingsKey,
  queryFn: ({ signal }) => calls.all({}, { signal, quiet: true }),
});
/** Saves what was changed; null takes the unit's own value back. */
export const saveSettings = (input: Parameters<typeof calls.save>[0]) => calls.save(input, { quiet: true });
