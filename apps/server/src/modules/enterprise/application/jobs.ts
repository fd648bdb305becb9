import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import { idRange, newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Needs } from '../deps.ts';
import type { LifecycleEvents, Moved } from '../lifecycle/events.ts';
import { findRow } from '../store.ts';
import { cameWith, openApplicant } from './rules.ts';
import { changeApplication, findApplication, findOfEnterprise, type ApplicationRow } from './store.ts';

type DecisionDeps = Needs<'db' | 'clock' | 'audit' | 'vault' | 'users' | 'sms' | 'giveRole' | 'rightsOf' | 'queues'>;

const queue = 'application';

/**
 * Runs the effects of a decision: a message to the applicant, and after approval the first account. Nobody may decide
 * their own application (S33).
 */
export function followDecisions(deps: DecisionDeps, lifecycle: LifecycleEvents['register']) {
  const { db, clock, audit, users, sms, giveRole, rightsOf, queues, vault } = deps;

  async function demandOther(tx: Tx, application: ApplicationRow) {
    const { userId } = tx.scope;
    const decider = userId === null ? undefined : await users.byId(tx, userId);
    const sent = decider?.phone ? cameWith(await vault.of(tx), application, decider.phone) : false;
    if (decider && (sent || decider.id === application.user_id)) throw new AppError('denied', '不能审核自己提交的申请');
  }

  lifecycle.onMoving(async (tx: Tx, { enterpriseId, step }: Moved) => {
    if (step !== 'approve' && step !== 'reject' && step !== 'merge') return;
    const application = await findOfEnterprise(tx, enterpriseId);
    // An enterprise whose application was decided earlier can be merged like any other.
    if (!application || (step === 'merge' && application.decided_at !== null)) return;
    await demandOther(tx, application);
    await changeApplication(tx, application.id, { decided_at: clock.now() });
    if (step === 'approve') {
      const payload = { tenantId: tx.scope.tenantId, userId: idRange.lowest, jobId: application.id };
      return queues.send(tx, queue, payload);
    }
    if (step === 'merge') return;
    const row = await findRow(tx, enterpriseId);
    const params = { name: row?.name ?? '', number: application.number, reason: row?.review_note ?? '' };
    const phone = openApplicant(await vault.of(tx), application);
    return sms.notify(tx, { phone, template: 'enterpriseRejected', params });
  });

  /**
   * An unused user name, made from the credit code, which is public. It contains no phone, because user names are
   * stored in plain text (S78).
   */
  async function freeName(tx: Tx, creditCode: string): Promise<string> {
    for (let place = 1; ; place += 1) {
      const name = place === 1 ? creditCode : `${creditCode}-${place}`;
      if (!(await users.byName(tx, name))) return name;
    }
  }

  /**
   * The account with the applicant's phone, if it may be used. An account of other enterprises is used only if it is
   * an administrator already, because the new role applies in all its enterprises.
   */
  async function usable(tx: Tx, id: string, firm: { id: string; name: string }) {
    const account = await users.byId(tx, id);
    if (!account || account.lock_flag !== '0') return undefined;
    const { approval, claimed_enterprise: claimed } = account;
    if (approval === 'rejected' || (approval === 'pending' && claimed !== firm.name)) return undefined;
    const isFree = (await users.enterprisesOf(tx, id)).every((other) => other === firm.id);
    return isFree || (await rightsOf(tx, id)).roles.includes('ROLE_ENT_ADMIN') ? account : undefined;
  }

  queues.work(queue, async ({ tenantId, jobId }) => {
    // `http: true` gives access to rows of the HTTP layer, such as the link to set the first password.
    await db.scoped({ ...systemScope('application', tenantId), http: true }, async (tx) => {
      const application = await findApplication(tx, jobId);
      if (!application || application.user_id !== null) return;
      const { enterprise_id: enterpriseId } = application;
      const phone = openApplicant(await vault.of(tx), application);
      const firm = await findRow(tx, enterpriseId);
      const name = firm?.name ?? '';
      const ofPhone = await users.byPhone(tx, phone, 'enterprise');
      const usableAccount = ofPhone && (await usable(tx, ofPhone.id, { id: enterpriseId, name }));
      const account = usableAccount ?? {
        id: newId(),
        username: await freeName(tx, firm?.credit_code ?? application.number),
      };
      if (!usableAccount)
        await users.add(tx, {
          id: account.id,
          username: account.username,
          nick_name: application.applicant,
          // A phone belongs to at most one account per user type. If the phone is in use, the new account gets none.
          ...(ofPhone ? {} : { phone }),
          type: 'enterprise',
          password_hash: null,
          must_change_password: false,
        });
      // A pending user who registered for this enterprise is approved together with the application.
      else if (usableAccount.approval === 'pending') await users.change(tx, usableAccount.id, { approval: 'approved' });
      await giveRole(tx, account.id, 'ROLE_ENT_ADMIN');
      await users.bind(tx, account.id, enterpriseId);
      await changeApplication(tx, application.id, { user_id: account.id });
      await audit.record(tx, {
        call: 'enterprise.account',
        objectType: 'user',
        objectId: account.id,
        enterpriseId,
        note: usableAccount
          ? '绑定已有账号'
          : ofPhone
            ? '另建账号：手机号已有的账号在其他企业任职或不能登录'
            : '新建账号',
      });
      const params = { name, username: account.username };
      await sms.notify(
        tx,
        usableAccount
          ? { phone, template: 'enterpriseBound', params }
          : {
              phone,
              template: 'enterpriseApproved',
              params: { ...params, token: await users.giveLink(tx, account.id, limits.passwordLink.approvedSeconds) },
            },
      );
    });
  });
}
