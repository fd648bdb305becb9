import type { Alarms } from '#modules/audit/index.ts';
import type { SmsModule } from '#modules/sms/index.ts';

const lookMs = 10_000;
// Processes that start one after the other are no reason to wake anybody.
const looksUntilAlarm = 3;

/** What watching over messages by SMS depends on. */
export interface MessengerDeps {
  sms: Pick<SmsModule, 'sayThere' | 'isManned'>;
  /** Whether this process sends what waits. */
  sends: boolean;
  alarms: { tryRaise: (...alarm: Parameters<Alarms['raise']>) => Promise<unknown> };
  log: { error(fields: object, line: string): void };
}

/** Every process watches that some process sends messages, and the one that does says so every ten seconds. */
export async function watchMessenger({ sms, sends, alarms, log }: MessengerDeps) {
  let manned = true;
  let absences = 0;
  async function look() {
    if (sends) await sms.sayThere();
    manned = await sms.isManned();
    absences = manned ? 0 : absences + 1;
    if (absences >= looksUntilAlarm)
      await alarms.tryRaise('0', 'smsSenderAbsent', '没有进程在发送短信，请检查后台任务进程（ROLES 含 worker）');
  }
  const looked = () => look().catch((error: unknown) => log.error({ err: error }, 'watching the messenger failed'));
  await looked();
  const timer = setInterval(() => void looked(), lookMs);
  timer.unref();
  return {
    look,
    /** Whether somebody sent messages when this process last looked. */
    isManned: () => manned,
    stop: () => clearInterval(timer),
  };
}
