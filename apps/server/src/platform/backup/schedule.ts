import type { Backups } from './index.ts';

const logMs = 5 * 60_000;
const dayMs = 24 * 3600 * 1000;
/** Hour of the night at which a day's full backup is due, in Shanghai. */
const hour = 2;

const shanghai = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hourCycle: 'h23' });

/** Whether a full backup is due: at night once a day, at any hour when a night was missed or none was made yet. */
export function fullIsDue(last: Date | null, now: Date): boolean {
  if (last === null) return true;
  const age = now.getTime() - last.getTime();
  return age > dayMs + 3600_000 || (age > dayMs / 2 && Number(shanghai.format(now)) === hour);
}

/** What a schedule needs. */
export interface ScheduleOptions {
  backups: Backups;
  /** Restores the newest one beside, and answers what does not agree. */
  check: () => Promise<readonly string[]>;
  lastCheck: () => Date | null;
  log: (line: string) => void;
  everyMs?: number;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Makes backups while the server runs: log and files every five minutes, a full one each night, a check each week. */
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
    // First, whatever becomes of the full one: it takes long, and may fail night after night.
    const logged = await backups.log().catch(complain);
    if (logged?.unbroken === false && last !== null) log(`备份：${logged.note}。`);
    if (!fullIsDue(last, now) && logged?.unbroken !== false) return;
    if (stopped) return;
    const { note } = await backups.full(true);
    log(`备份完成：${note}`);
    const checked = lastCheck();
    if (checked !== null && now.getTime() - checked.getTime() < 7 * dayMs) return;
    // Beside the rounds: it reads every file, which may take hours, and the log is not to wait for it.
    checking ??= examine()
      .catch((error: unknown) => {
        if (!stopped) log(`恢复演练没有完成：${wordsOf(error)}`);
      })
      .finally(() => (checking = null));
  }
  async function complain(error: unknown): Promise<undefined> {
    if (stopped) return undefined;
    log(`备份没有成功：${wordsOf(error)}`);
    const burden = await backups.burden().catch(() => null);
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
    /** Begins nothing any more; ends when what was under way has. */
    async stop() {
      stopped = true;
      clearInterval(timer);
      await Promise.all([running, checking]);
    },
  };
}
