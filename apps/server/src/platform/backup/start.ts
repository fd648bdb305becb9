import { withConnection } from '../db/connection.ts';
import type { Place } from '../postgres/cluster-paths.ts';
import { abortChecks, removeStaleChecks } from './check-folder.ts';
import { releaseBackupLog, openBackups } from './index.ts';
import { ensureKey } from './backup-key.ts';
import { checkBackup, type Examine } from './recovery.ts';
import { scheduleBackups } from './schedule.ts';
import { openBackupStorage } from './storage.ts';
import { readState } from './backup-state.ts';
import { recordAudit } from './store.ts';

export interface StartOptions {
  on: boolean;
  folder: string;
  copyTo: string | null;
  key: string | null;
  dataDir: string;
  superuserUrl: string;
  place: Place;
  examine: Examine;
  log: (line: string) => void;
}

/** Starts the scheduled backups. When backups are off, makes PostgreSQL release the log it retained for them. */
export async function startBackups(options: StartOptions): Promise<{ stop(): Promise<void> }> {
  const { on, folder, copyTo, dataDir, superuserUrl, place, examine, log } = options;
  await removeStaleChecks();
  if (!on) {
    await releaseBackupLog(superuserUrl);
    return { stop: async () => {} };
  }
  const key = ensureKey(dataDir, options.key, log);
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
        recordAudit(client, 'backup.check', problems.length === 0 ? 'done' : 'failed', note),
      );
      return problems;
    },
    lastCheck() {
      const { check } = readState(dataDir);
      return check ? new Date(check.at) : null;
    },
  });
  return {
    async stop() {
      stopping.abort();
      await abortChecks(schedule.stop());
    },
  };
}
