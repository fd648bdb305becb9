import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { hashPassword } from '#platform/password/index.ts';
import type { AuditRoom } from '../../audit/index.ts';
import type { SmsRoom } from '../../sms/index.ts';
import type { UserRoom } from '../../user/index.ts';
import type { LifeEvents, Moved } from '../life/events.ts';
import { findRow } from '../store.ts';
import { firstPassword } from './rules.ts';
import { changeApplication, findApplication, findOfEnterprise, type ApplicationRow } from './store.ts';

/** What follows a decision leans on. */
export interface DecisionDeps {
  db: Db;
  clock: Clock;
  audit: AuditRoom;
  users: Pick<UserRoom, 'byId' | 'byName' | 'byPhone' | 'add' | 'bind'>;
  sms: Pick<SmsRoom, 'notify'>;
  /** Gives a person a role by its code. */
  giveRole: (tx: Tx, userId: string, code: string) => Promise<unknown>;
  queues: Pick<Jobs, 'send' | 'work'>;
}

const queue = 'application';

/** What a decision brings: the refusal of one's own (S33), a message, and the first account of the enterprise. */
export function followDecisions(deps: DecisionDeps, life: LifeEvents['register']) {
  const { db, clock, audit, users, sms, giveRole, queues } = deps;

  async function demandOther(tx: Tx, application: ApplicationRow) {
    const { userId } = tx.scope;
    const decider = userId === null ? undefined : await users.byId(tx, userId);
    if (decider && (decider.phone === application.phone || decider.id === application.user_id))
      throw new AppError('denied', '不能审核自己提交的申请');
  }

  life.onMoving(async (tx: Tx, { enterpriseId, step }: Moved) => {
    if (step !== 'approve' && step !== 'reject') return;
    const application = await findOfEnterprise(tx, enterpriseId);
    if (!application) return;
    await demandOther(tx, application);
    await changeApplication(tx, application.id, { decided_at: clock.now() });
    if (step === 'approve') {
      const payload = { tenantId: tx.scope.tenantId, userId: idRange.lowest, jobId: application.id };
      return queues.send(tx, queue, payload);
    }
    const row = await findRow(tx, enterpriseId);
    const params = { name: row?.name ?? '', number: application.number, reason: row?.review_note ?? '' };
    return sms.notify(tx, { phone: application.phone, template: 'enterpriseRejected', params });
  });

  async function freeName(tx: Tx, phone: string): Promise<string> {
    for (let place = 1; ; place += 1) {
      const name = place === 1 ? phone : `${phone}-${place}`;
      if (!(await users.byName(tx, name))) return name;
    }
  }

  queues.work(queue, async ({ tenantId, jobId }) => {
    const password = firstPassword();
    // Hashing holds no transaction (decisions 6).
    const password_hash = await hashPassword(password);
    await db.scoped(systemScope('application', tenantId), async (tx) => {
      const application = await findApplication(tx, jobId);
      if (!application || application.user_id !== null) return;
      const { phone, enterprise_id: enterpriseId } = application;
      const name = (await findRow(tx, enterpriseId))?.name ?? '';
      const known = await users.byPhone(tx, phone, 'enterprise');
      const account = known ?? { id: newId(), username: await freeName(tx, phone) };
      if (!known)
        await users.add(tx, {
          ...account,
          nick_name: application.applicant,
          phone,
          type: 'enterprise',
          password_hash,
          must_change_password: true,
        });
      await giveRole(tx, account.id, 'ROLE_ENT_ADMIN');
      await users.bind(tx, account.id, enterpriseId);
      await changeApplication(tx, application.id, { user_id: account.id });
      await audit.record(tx, {
        call: 'enterprise.account',
        objectType: 'user',
        objectId: account.id,
        enterpriseId,
        note: known ? '绑定已有账号' : '新建账号',
      });
      const params = { name, username: account.username };
      await sms.notify(
        tx,
        known
          ? { phone, template: 'enterpriseBound', params }
          : { phone, template: 'enterpriseApproved', params: { ...params, password } },
      );
    });
  });
}
