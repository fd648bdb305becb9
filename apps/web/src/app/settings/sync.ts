import type { UserSetting } from '@anlan/contract/modules/user/layout-setting';
import * as z from 'zod/mini';
import { ApiError } from '#lib/api-error.ts';
import { settingCalls } from '#lib/setting-calls.ts';
import { storeUnsent, onSettings, putSettings, rereadSettings, getOwnSettings, unsentSettings } from '#lib/settings.ts';
import { runExclusive } from '#lib/tab-broadcast.ts';
import { onSignal } from '#lib/app-events.ts';
import { saveItem, prefix, loadItem } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';
import { mergeAtSignIn, remainingUnsent } from './sync-rules.ts';

const gatherMs = 600;

/**
 * Syncs settings with the server and other browser tabs. Sends local changes, also offline changes. The last write
 * wins. Returns a stop function.
 */
export function syncSettings(userId: string): () => void {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mine = () => !over && tokens()?.userId === userId;

  const send = () =>
    runExclusive('settings', async () => {
      const patch = unsentSettings();
      if (!mine() || Object.keys(patch).length === 0) return;
      await settingCalls.settingSave(patch, { quiet: true });
      if (mine()) storeUnsent(remainingUnsent(unsentSettings(), patch));
    }).catch((error: unknown) => {
      // Network failures are retried with the next connection. A change refused by the server stays local.
      if (!(error instanceof ApiError)) throw error;
    });
  const fetchKept = async () => {
    const kept: UserSetting = await settingCalls.setting({}, { quiet: true });
    if (!mine()) return;
    putSettings(
      mergeAtSignIn({
        serverSettings: kept,
        said: getOwnSettings(),
        unsent: unsentSettings(),
        of: loadItem('local', 'settingsOf', z.string()),
      }),
    );
    saveItem('local', 'settingsOf', userId);
    await send();
  };
  const start = () =>
    void fetchKept().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
    });
  const hear = ({ key }: StorageEvent) => {
    if (key === `${prefix}settings` || key === `${prefix}themeName`) rereadSettings();
  };
  const stops = [
    onSettings(() => {
      clearTimeout(timer);
      if (Object.keys(unsentSettings()).length > 0) timer = setTimeout(() => void send(), gatherMs);
    }),
    onSignal('back', start),
  ];
  addEventListener('storage', hear);
  start();
  return () => {
    over = true;
    clearTimeout(timer);
    removeEventListener('storage', hear);
    for (const stop of stops) stop();
  };
}
