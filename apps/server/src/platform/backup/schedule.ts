import type { Backups } from './index.ts';

const logMs = 5 * 60_000;
const dayMs = 24 * 3600 * 1000;
/** Hour at which the nightly full backup starts, in Asia/Shanghai. */
const hour = 2;

const shanghai = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' });

export function fullIsDue(last: Date | null, now: Date): boolean {
  if (last === null) return true;
  const age = now.getTime() - last.getTime();
  return age > dayMs + 3600_000 || (age > dayMs / 2 && Number(shanghai.format(now)) === hour);
}

export interface ScheduleOptions {
  backups: Backups;
  check: () => Promise<readonly string[]>;
  lastCheck: () => Date | null;
  log: (line: string) => void;
  everyMs?: number;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Uploads log and files every five minutes, makes a full backup each night and a restore check each week. */
export function scheduleBackups({ backups, check, lastCheck, log, everyMs = logMs }: ScheduleOptions) {
  let running: Promise<void> | null = null;
  let checking: Promise<void> | null = null;
  let stopped = false;
  async function examine() {
    const problems = await check();
    log(problems.length === 0 ? '恢复演练通过。' : `恢复演练发现 ${problems.length} 处问题：${problems[0]}`);
  }
  async function round() {
    const now = new Date();
    const last = await backups.lastFull();
    // Uploads the log before the full backup, which takes long and may fail every night.
    const logged = await backups.log().catch(complain);
    if (logged?.unbroken === false && last !== null) log(`备份：${logged.note}。`);
    if (!fullIsDue(last, now) && logged?.unbroken !== false) return;
    if (stopped) return;
    const { note } = await backups.full(true);
    log(`备份完成：${note}`);
    const checked = lastCheck();
    if (checked !== null && now.getTime() - checked.getTime() < 7 * dayMs) return;
    // The check runs in parallel. It reads every file, which may take hours, and log uploads must not wait.
    checking ??= examine()
      .catch((error: unknown) => {
        if (!stopped) log(`恢复演练没有完成：${wordsOf(error)}`);
      })
      .finally(() => (checking = null));
  }
  async function complain(error: unknown): Promise<undefined> {
    if (stopped) return undefined;
    log(`备份没有成功：${wordsOf(error)}`);
    const burden = await backups.logWarning().catch(() => null);
    if (burden !== null) log(burden);
    return undefined;
  }
  const begin = () => {
    running ??= round()
      .catch(complain)
      .finally(() => (running = null));
  };
  begin();
  const timer = setInterval(begin, everyMs);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all([running, checking]);
    },
  };
}
