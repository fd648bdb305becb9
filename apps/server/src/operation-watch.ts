// Raises alarms for problems that an operator would otherwise not notice: a late backup, an expiring certificate (S89).
import { dayOf } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { readState, type BackupState } from '#platform/backup/backup-state.ts';
import { certificateEnd } from '#platform/outbound/index.ts';
import type { Alarms } from '#modules/audit/index.ts';
import type { Config } from './config.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface OperatorWatchDeps {
  clock: Clock;
  /** Times of the last successful backups; null when another tool makes them. */
  backups: (() => BackupState) | null;
  publicUrl: string | null;
  /** End of Alipay's certificate; null when only keys are used. */
  alipayEnd: Date | null;
  raise: (...alarm: Parameters<Alarms['raise']>) => Promise<unknown>;
  /** Start of this process: the age of a missing backup counts from here. */
  since: Date;
}

export const watchedOf = (
  config: Config,
  { clock, raise }: Pick<OperatorWatchDeps, 'clock' | 'raise'>,
): OperatorWatchDeps => ({
  clock,
  backups: config.backup.on && config.databaseUrl === null ? () => readState(config.dataDir) : null,
  publicUrl: config.publicUrl,
  alipayEnd: config.pay.alipay?.certificates?.endsAt ?? null,
  raise,
  since: clock.now(),
});

const olderThan = (done: { at: string } | undefined, since: Date, now: Date, hours: number) =>
  now.getTime() - (done ? Date.parse(done.at) : since.getTime()) > hours * hourMs;

export async function watchOperation({
  clock,
  backups,
  publicUrl,
  alipayEnd,
  raise,
  since,
}: OperatorWatchDeps): Promise<void> {
  const now = clock.now();
  const { backupHours, logHours, endDays } = limits.alarm;
  const state = backups?.();
  if (state && olderThan(state.full, since, now, backupHours))
    await raise(
      '0',
      'backupLate',
      `已有 ${backupHours} 小时没有完成全量备份${state.failure ? `：${state.failure.note}` : ''}`,
    );
  else if (state && olderThan(state.log, since, now, logHours))
    await raise(
      '0',
      'backupLate',
      `已有 ${logHours} 小时没有备份日志和文件${state.failure ? `：${state.failure.note}` : ''}`,
    );
  const certificates = [
    [`网站 ${publicUrl}`, publicUrl === null ? null : await certificateEnd(publicUrl)],
    ['支付宝应用公钥', alipayEnd],
  ] as const;
  for (const [whose, end] of certificates)
    if (end !== null && end.getTime() - now.getTime() < endDays * dayMs)
      await raise('0', 'certificateEnds', `${whose}的证书 ${dayOf(end)} 到期，请更换`, whose);
}
