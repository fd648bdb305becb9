import type { UserSetting } from '@anlan/contract/modules/user/setting';
import * as z from 'zod/mini';
import { ApiError } from '#lib/api-error.ts';
import { settingCalls } from '#lib/setting-calls.ts';
import { keepUnsent, onSettings, putSettings, rereadSettings, saidSettings, unsentSettings } from '#lib/settings.ts';
import { alone } from '#lib/siblings.ts';
import { onSignal } from '#lib/signals.ts';
import { keep, prefix, recall } from '#lib/storage.ts';
import { tokens } from '#lib/tokens.ts';
import { atFirst, stillUnsent } from './sync-rules.ts';

/** How long changes are gathered before they are told. */
const gatherMs = 600;

/**
 * Keeps settings in step with the server and with the other browser tabs: what it has is put in force, what was changed
 * here is sent, later where there is no network. The last change to arrive stands.
 */
export function syncSettings(userId: string): () => void {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const mine = () => !over && tokens()?.userId === userId;

  const send = () =>
    alone('settings', async () => {
      const patch = unsentSettings();
      if (!mine() || Object.keys(patch).length === 0) return;
      await settingCalls.settingSave(patch, { quiet: true });
      if (mine()) keepUnsent(stillUnsent(unsentSettings(), patch));
    }).catch((error: unknown) => {
      // What the network kept back goes with the next sign of it; what was refused stays here alone.
      if (!(error instanceof ApiError)) throw error;
    });
  const fetchKept = async () => {
    const kept: UserSetting = await settingCalls.setting({}, { quiet: true });
    if (!mine()) return;
    putSettings(
      atFirst({ kept, said: saidSettings(), unsent: unsentSettings(), of: recall('local', 'settingsOf', z.string()) }),
    );
    keep('local', 'settingsOf', userId);
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
