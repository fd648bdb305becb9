// Training certificates. The public address of a certificate contains a keyed hash made with the key of the unit, so
// no secret is stored. An old printout also leads to the current state (S97).
import { timingSafeEqual } from 'node:crypto';
import { dayOf } from '@anlan/contract/domain/instant';
import { maskName } from '@anlan/contract/domain/mask-name';
import type { CertificateView, TaskView } from '@anlan/contract/modules/learning/views';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { certificatePaper } from './certificate-file.ts';
import { certificateStateOf } from './rules.ts';
import { anyTaskOf, type StoredTask } from './task-store.ts';

export interface CertificateDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'vault'>;
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  tenant: { demandOwnOrigin: (at: string) => Promise<void> };
}
// Every fault has the same answer, so that guessing reveals nothing.
const unknown = () => new AppError('notFound', '没有这张合格证，请核对纸上的二维码');

export function createCertificates({ kit: { db, clock, vault }, enterprises, tenant }: CertificateDeps) {
  const proofOf = async (tx: Tx, id: string) =>
    Buffer.from((await vault.of(tx)).index('learningCertificate', id))
      .toString('hex')
      .slice(-32);
  const codeOf = async (tx: Tx, id: string) => `${id}.${await proofOf(tx, id)}`;
  const hoursOf = (task: StoredTask) => Number(task.hours) + Number(task.offline_hours);

  async function viewOf(tx: Tx, task: StoredTask): Promise<CertificateView | null> {
    const card = (await enterprises.cards(tx, [task.enterprise_id])).get(task.enterprise_id);
    if (task.certificate_no === null || task.passed_at === null || !card) return null;
    return {
      no: task.certificate_no,
      holder: maskName(task.employee_name),
      course: task.plan_title,
      enterpriseName: card.name,
      hours: hoursOf(task),
      issuedOn: dayOf(task.passed_at),
      validTo: task.valid_to,
      state: certificateStateOf({ revokedAt: task.revoked_at, validTo: task.valid_to }, dayOf(clock.now())),
    };
  }

  return {
    async of(tx: Tx, task: StoredTask): Promise<TaskView['certificate']> {
      if (task.certificate_no === null) return null;
      return {
        no: task.certificate_no,
        state: certificateStateOf({ revokedAt: task.revoked_at, validTo: task.valid_to }, dayOf(clock.now())),
        validTo: task.valid_to,
        code: await codeOf(tx, task.id),
      };
    },
    check: (httpScope: Scope, { tenantId, code }: { tenantId: string; code: string }): Promise<CertificateView> =>
      db.read(systemScope('certificate check', tenantId, httpScope), async (tx) => {
        const [id = '', proof = ''] = code.split('.');
        const givenProof = Buffer.from(proof);
        const made = Buffer.from(await proofOf(tx, id));
        if (givenProof.length !== made.length || !timingSafeEqual(givenProof, made)) throw unknown();
        const task = await anyTaskOf(tx, id);
        const view = task ? await viewOf(tx, task) : null;
        if (!view) throw unknown();
        return view;
      }),
    pdf: async (scope: Scope, { id, at }: { id: string; at: string }) => {
      await tenant.demandOwnOrigin(at);
      const { view, name, code } = await db.read(scope, async (tx) => {
        const task = await anyTaskOf(tx, id);
        if (!task) throw new AppError('notFound');
        const certificateView = await viewOf(tx, task);
        if (!certificateView) throw new AppError('invalid', '还没有学完，没有合格证');
        if (certificateView.state === 'revoked') throw new AppError('invalid', '合格证已吊销，不能打印');
        return { view: certificateView, name: task.employee_name, code: await codeOf(tx, id) };
      });
      const address = `${at}/bus/alearning/certificate#${scope.tenantId}.${code}`;
      const body = await setPdf(certificatePaper({ ...view, holder: name }, address));
      return { name: `培训合格证-${view.no}.pdf`, type: 'application/pdf', body };
    },
  };
}
