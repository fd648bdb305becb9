import type { Alarms } from '#modules/audit/index.ts';
import type { SmsModule } from '#modules/sms/index.ts';

const lookMs = 10_000;
// Number of checks without a sender before an alarm. A rolling start of processes thus raises no alarm.
const checksBeforeAlarm = 3;

export interface MessengerDeps {
  sms: Pick<SmsModule, 'sayThere' | 'isManned'>;
  sends: boolean;
  alarms: { tryRaise: (...alarm: Parameters<Alarms['raise']>) => Promise<unknown> };
  log: { error(fields: object, line: string): void };
}

/**
 * Checks in every process that one process sends messages. The sending process writes a heartbeat every ten seconds.
 */
export async function watchMessenger({ sms, sends, alarms, log }: MessengerDeps) {
  let isSenderActive = true;
  let absences = 0;
  async function look() {
    if (sends) await sms.sayThere();
    isSenderActive = await sms.isManned();
    absences = isSenderActive ? 0 : absences + 1;
    if (absences >= checksBeforeAlarm)
      await alarms.tryRaise('0', 'smsSenderAbsent', '没有进程在发送短信，请检查后台任务进程（ROLES 含 worker）');
  }
  const looked = () => look().catch((error: unknown) => log.error({ err: error }, 'watching the messenger failed'));
  await looked();
  const timer = setInterval(() => void looked(), lookMs);
  timer.unref();
  return {
    look,
    isManned: () => isSenderActive,
    stop: () => clearInterval(timer),
  };
}
