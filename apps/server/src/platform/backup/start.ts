import { withConnection } from '../db/connection.ts';
import type { Place } from '../postgres/place.ts';
import { giveUpChecks, removeLeftChecks } from './check-folder.ts';
import { forgetBackups, openBackups } from './index.ts';
import { demandKey } from './key.ts';
import { checkBackup, type Examine } from './recovery.ts';
import { scheduleBackups } from './schedule.ts';
import { openBackupStorage } from './storage.ts';
import { readState } from './state.ts';
import { trace } from './store.ts';

/** What a server backs up and where. */
export interface StartOptions {
  on: boolean;
  folder: string;
  copyTo: string | null;
  key: string | null;
  dataDir: string;
  superuserUrl: string;
  place: Place;
  /** What a restore check looks at beside rows and files. */
  examine: Examine;
  log: (line: string) => void;
}

/** Begins the backups of a server; where they are off, nothing keeps the database's log for them. */
export async function startBackups(options: StartOptions): Promise<{ stop(): Promise<void> }> {
  const { on, folder, copyTo, dataDir, superuserUrl, place, examine, log } = options;
  await removeLeftChecks();
  if (!on) {
    await forgetBackups(superuserUrl);
    return { stop: async () => {} };
  }
  const key = demandKey(dataDir, options.key, log);
  const stopping = new AbortController();
  const { signal } = stopping;
  const backups = openBackups({ dataDir, place, superuserUrl, folder, copyTo, key, signal });
  const schedule = scheduleBackups({
    backups,
    log,
    async check() {
      const storage = openBackupStorage(folder, key, signal);
      const { problems, stamp, rows, files } = await checkBackup(storage, dataDir, () => {}, examine, signal);
      const note = `${stamp}：${rows} 行，${files} 个文件，${problems.length} 处不一致`;
      await withConnection(superuserUrl, (client) =>
        trace(client, 'backup.check', problems.length === 0 ? 'done' : 'failed', note),
      );
      return problems;
    },
    lastCheck() {
      const { check } = readState(dataDir);
      return check ? new Date(check.at) : null;
    },
  });
  return {
    /** Gives up what is under way: a full backup or a check may take hours, and either is done again. */
    async stop() {
      stopping.abort();
      await giveUpChecks(schedule.stop());
    },
  };
}
