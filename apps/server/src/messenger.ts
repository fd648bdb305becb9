import { createSmsModule } from '#modules/sms/index.ts';
import type { TenantModule } from '#modules/tenant/index.ts';
import type { UserModule } from '#modules/user/index.ts';
import { systemScope } from '#kernel/scope.ts';

const lookMs = 10_000;
// Processes that start one after the other are no reason to wake anybody.
const looksUntilAlarm = 3;

type Handlers = Parameters<typeof createSmsModule>[0];

/** What messages by SMS lean on, and the watch over them. */
export interface MessengerDeps extends Omit<Handlers, 'tenants' | 'unitOf' | 'isKnown' | 'nearLimit'> {
  tenants: Pick<TenantModule, 'isOpen' | 'unitSmsOf'>;
  users: Pick<UserModule, 'byPhone'>;
  /** Whether this process sends what waits. */
  sends: boolean;
  alarm: (tenantId: string, cause: 'smsNearLimit' | 'smsSenderAbsent', note: string) => Promise<unknown>;
  log: { error(fields: object, line: string): void };
}

/**
 * Opens the module sms; every process watches that some process sends messages, and the one that does says so every ten
 * seconds.
 */
export async function openMessenger({ tenants, users, sends, alarm, log, ...deps }: MessengerDeps) {
  const sms = createSmsModule({
    ...deps,
    tenants,
    unitOf: tenants.unitSmsOf,
    isKnown: (tenantId, phone) =>
      deps.db.scoped(systemScope('sms', tenantId), async (tx) => (await users.byPhone(tx, phone, null)) !== undefined),
    nearLimit: (tenantId, sent, most) =>
      alarm(tenantId, 'smsNearLimit', `24 小时内已发送 ${sent} 条短信，每天最多 ${most} 条`),
  });
  let manned = true;
  let absences = 0;
  async function look() {
    if (sends) await sms.sayThere();
    manned = await sms.isManned();
    absences = manned ? 0 : absences + 1;
    if (absences >= looksUntilAlarm)
      await alarm('0', 'smsSenderAbsent', '没有进程在发送短信，请检查后台任务进程（ROLES 含 worker）');
  }
  const looked = () => look().catch((error: unknown) => log.error({ err: error }, 'watching the messenger failed'));
  await looked();
  const timer = setInterval(() => void looked(), lookMs);
  timer.unref();
  return {
    sms,
    look,
    /** Whether somebody sent messages when this process last looked. */
    isManned: () => manned,
    stop: () => clearInterval(timer),
  };
}
