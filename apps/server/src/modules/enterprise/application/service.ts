import type { StoredFile } from '@anlan/contract/modules/file/file';
import type {
  ApplicationResubmission,
  ApplicationChoices,
  ApplicationFields,
  ApplicationForm,
  ApplicationInput,
  ApplicationProgress,
} from '@anlan/contract/modules/enterprise/application';
import type { ApplicantInfo } from '@anlan/contract/modules/enterprise/lifecycle';
import { dayOf } from '@anlan/contract/domain/instant';
import { maskPhone } from '@anlan/contract/domain/phone';
import { limits } from '@anlan/contract/limits';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { brokenConstraint, type Tx } from '#platform/db/index.ts';
import type { Proven } from '../../sms/index.ts';
import { createCodeCheck } from '../code-check.ts';
import type { Needs } from '../deps.ts';
import type { Mover } from '../lifecycle/service.ts';
import { changesOf } from '../present.ts';
import type { Visibility } from '../visibility.ts';
import { demandPast } from '../rules.ts';
import { openPhones } from '../encrypted-phones.ts';
import { settleTown } from '../town/service.ts';
import * as enterprises from '../store.ts';
import {
  cameWith,
  encryptApplicant,
  mayGoAgain,
  newNumber,
  openApplicant,
  presentForm,
  presentProgress,
  stateOf,
} from './rules.ts';
import * as store from './store.ts';

type ApplicationDeps = Needs<
  'db' | 'clock' | 'dictionaries' | 'files' | 'tenants' | 'sms' | 'vault' | 'workdays' | 'agreements'
>;

const byId = (id: string) => ({ id });
const duplicateText = '该统一社会信用代码已登记或正在审核，不能重复申请；如有疑问请联系监管部门';
const unknownText = '没有查到该申请，请核对申请编号和手机号码';
const removedText = '受理单位已删除这份申请，请重新填写入驻申请';
const changedText = '监管部门已修改这份申请，请重新打开核对后再提交';
const wrongCodeText = '短信验证码错误或已失效，请重新获取';
const closedText = '该单位暂不受理入驻申请';
const uploadRule = {
  purpose: 'application',
  kinds: ['png', 'jpg', 'pdf'] as const,
  refusal: '只能上传jpg/png/pdf文件，且合计不超过10M',
};

interface Incoming {
  name: string;
  type: string;
  stream: AsyncIterable<Uint8Array>;
}

/**
 * Calls for applicants, who have no account. They run in the scope of the HTTP layer and write rows of the tenant named
 * in the request.
 */
export function createApplications(deps: ApplicationDeps, mover: Mover, visibility: Visibility) {
  const { db, clock, dictionaries, files, tenants, sms, vault, workdays, agreements } = deps;
  const demandCodes = createCodeCheck({ dictionaries });
  const scopeOf = (httpScope: Scope, tenantId: string) => systemScope('application', tenantId, httpScope);

  async function demandOpen(tenantId: string) {
    if (!(await tenants.isOpen(tenantId))) throw invalid({ field: 'tenantId', msg: closedText });
  }

  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (brokenConstraint(error) !== 'enterprise_credit_code_key') throw error;
      throw new AppError('conflict', duplicateText, { errors: [{ field: 'creditCode', msg: duplicateText }] });
    }
  }

  /**
   * Attaches the licence file. The file must be uploaded with the same phone proof, or already belong to the
   * application.
   */
  async function claim(
    tx: Tx,
    licence: string | null | undefined,
    id: string,
    currentLicence: string | null,
    proofId: string,
  ) {
    if (licence === undefined || licence === currentLicence) return;
    if (licence === null) return files.detach(tx, currentLicence, 'licence');
    if (!(await files.claim(tx, licence, id, proofId)))
      throw invalid({ field: 'licence', msg: '文件不存在，请重新上传' });
    await files.detach(tx, currentLicence, 'licence');
  }

  const fieldsOf = ({ applicant: _, ...fields }: ApplicationFields) => ({
    ...fields,
    businessAddress: fields.businessAddress || fields.registeredAddress,
  });

  async function enter(
    httpScope: Scope,
    { tenantId, agreed = [], ...typed }: ApplicationFields & Pick<ApplicationInput, 'tenantId' | 'agreed'>,
    { id: proofId, phone }: Proven,
  ) {
    await sms.count(httpScope, 'apply', { tenantId, phone });
    const number = newNumber(dayOf(clock.now()));
    const [id, enterpriseId] = [newId(), newId()];
    await db.scoped(httpScope, (tx) => store.keepNumber(tx, { tenant_id: tenantId, number }));
    await explained(() =>
      db.scoped(scopeOf(httpScope, tenantId), async (tx) => {
        demandPast(typed, clock.now());
        await demandCodes(tx, typed);
        const entry = { id: enterpriseId, status: 'underReview', source: 'apply', call: 'apply' } as const;
        await mover.add(tx, fieldsOf(typed), { ...entry, note: `入驻申请 ${number}` });
        await claim(tx, typed.licence, enterpriseId, null, proofId);
        await store.insertApplication(tx, {
          id,
          enterprise_id: enterpriseId,
          number,
          ...encryptApplicant(await vault.of(tx), id, phone),
          applicant: typed.applicant || typed.legalPerson,
          submitted_at: clock.now(),
        });
        await agreements.recordConsent(tx, { occasion: 'apply', texts: agreed.map(byId), enterpriseId });
      }),
    );
    return { number };
  }

  /**
   * Finds an application by number and phone. Throws the same error for every mismatch, so that guessing reveals
   * nothing.
   */
  async function findApplication(httpScope: Scope, number: string, phone?: string) {
    const tenantId = await db.scoped(httpScope, (tx) => store.tenantOfNumber(tx, number));
    const match =
      tenantId === undefined || !(await tenants.isOpen(tenantId))
        ? undefined
        : await db.scoped(scopeOf(httpScope, tenantId), async (tx) => {
            const row = await store.findByNumber(tx, number);
            const fits = row && (phone === undefined || cameWith(await vault.of(tx), row, phone));
            const enterprise = fits ? await enterprises.findRow(tx, row.enterprise_id) : undefined;
            return row && enterprise ? { row, enterprise } : undefined;
          });
    if (!match) throw new AppError('notFound', unknownText);
    return match;
  }

  async function requireSameApplication(row: store.ApplicationRow, { phone }: Pick<Proven, 'phone'>) {
    const own = await vault.of({ scope: { tenantId: row.tenant_id } });
    if (!cameWith(own, row, phone)) throw new AppError('notFound', unknownText);
    return own;
  }

  /** Runs `work` if the caller proves that they own the phone. The proof can be used once. */
  async function withProvenPhone<T>(
    httpScope: Scope,
    { number, proof }: { number: string; proof: string },
    work: (tx: Tx, row: store.ApplicationRow, enterprise: enterprises.EnterpriseRow, proven: Proven) => Promise<T>,
  ): Promise<T> {
    const { row: seen } = await findApplication(httpScope, number);
    const shown = { tenantId: seen.tenant_id, type: 'apply' as const, proof };
    return sms.proofs.spend(httpScope, shown, async (proven) => {
      await requireSameApplication(seen, proven);
      return explained(() =>
        db.scoped(scopeOf(httpScope, seen.tenant_id), async (tx) => {
          const enterprise = await enterprises.takeRow(tx, seen.enterprise_id);
          const row = await store.findApplication(tx, seen.id);
          if (!row || !enterprise) throw new AppError('notFound', unknownText);
          if (enterprise.removed_at !== null) throw new AppError('invalid', removedText);
          return work(tx, row, enterprise, proven);
        }),
      );
    });
  }

  return {
    async apply(httpScope: Scope, { phone, code, proof, ...formInput }: ApplicationInput) {
      const { tenantId, agreed = [] } = formInput;
      await demandOpen(tenantId);
      await db.scoped(scopeOf(httpScope, tenantId), (tx) => agreements.demand(tx, agreed.map(byId)));
      if (proof !== undefined)
        return sms.proofs.spend(httpScope, { tenantId, type: 'apply', proof }, async (proven) => {
          if (proven.phone !== phone) throw new AppError('badCaptcha', '手机号码已改动，请重新验证');
          return enter(httpScope, formInput, proven);
        });
      if (code === undefined) throw invalid({ field: 'code', msg: '请输入短信验证码' });
      const right = await sms.verify(httpScope, { tenantId, type: 'apply', phone, code });
      if (!right) throw new AppError('badCaptcha', wrongCodeText);
      return enter(httpScope, formInput, { id: newId(), phone });
    },
    async applyProof(httpScope: Scope, { tenantId, phone, code }: { tenantId: string; phone: string; code: string }) {
      const place = { tenantId, type: 'apply', phone } as const;
      if (!(await sms.verify(httpScope, { ...place, code }))) throw new AppError('badCaptcha', wrongCodeText);
      const expiresIn = limits.application.proofSeconds;
      return { proof: await sms.proofs.issue(httpScope, place, expiresIn), expiresIn };
    },
    async applyUpload(
      httpScope: Scope,
      { tenantId, proof, file }: { tenantId: string; proof: string; file: Incoming },
    ): Promise<StoredFile> {
      await demandOpen(tenantId);
      const scope = scopeOf(httpScope, tenantId);
      const { url, name } = await sms.proofs.upload(
        httpScope,
        { tenantId, type: 'apply', proof },
        limits.application,
        ({ id, maxBytes }) => files.receive(scope, file, { ...uploadRule, maxBytes }, async (_tx, got) => got, id),
        ({ id }) => files.discard(scope, id),
      );
      return { url, name };
    },
    async applyChoices(httpScope: Scope, { tenantId }: { tenantId: string }): Promise<ApplicationChoices> {
      await demandOpen(tenantId);
      return db.scoped(scopeOf(httpScope, tenantId), async (tx) => {
        const choicesOf = async (type: string) =>
          (await dictionaries.itemsOf(tx, type))
            .filter(({ enabled }) => enabled)
            .map(({ value, label }) => ({ value, label }));
        return {
          supervisionKind: await choicesOf('supervisionKind'),
          enterpriseSize: await choicesOf('enterpriseSize'),
        };
      });
    },
    async applyCheck(httpScope: Scope, { tenantId, creditCode }: { tenantId: string; creditCode: string }) {
      await demandOpen(tenantId);
      const same = await db.scoped(scopeOf(httpScope, tenantId), (tx) => enterprises.findSame(tx, { creditCode }));
      return { exists: same !== undefined };
    },
    async applyState(
      httpScope: Scope,
      { number, phone }: { number: string; phone: string },
    ): Promise<ApplicationProgress> {
      const { row, enterprise } = await findApplication(httpScope, number, phone);
      const answerOn = await db.scoped(scopeOf(httpScope, row.tenant_id), (tx) =>
        workdays.workdayAfter(tx, dayOf(row.submitted_at), limits.application.answerWorkdays),
      );
      return presentProgress(row, enterprise, answerOn);
    },
    async applyForm(httpScope: Scope, { number, proof }: { number: string; proof: string }): Promise<ApplicationForm> {
      const { row, enterprise } = await findApplication(httpScope, number);
      const proven = await sms.proofs.read(httpScope, { tenantId: row.tenant_id, type: 'apply', proof });
      return presentForm(row, enterprise, openPhones(await requireSameApplication(row, proven), enterprise));
    },
    applyAgain: (httpScope: Scope, { number, proof, version, ...typed }: ApplicationResubmission) =>
      withProvenPhone(httpScope, { number, proof }, async (tx, row, enterprise, proven) => {
        if (!mayGoAgain(stateOf(enterprise)))
          throw new AppError('invalid', '申请正在审核、已经通过或已并入，不能再次提交');
        if (version !== enterprise.version) throw new AppError('conflict', changedText);
        demandPast(typed, clock.now());
        await demandCodes(tx, typed);
        const was = { regionCode: enterprise.region_code, townCode: enterprise.town_code, town: enterprise.town };
        const file = await settleTown(tx, dictionaries, was, fieldsOf(typed));
        await claim(tx, typed.licence, enterprise.id, enterprise.licence, proven.id);
        const note = `入驻申请 ${number}`;
        // Audit the changes, so that the reviewer sees what the applicant corrected.
        if (changesOf(await mover.valuesOf(tx, enterprise, file), file).length > 0)
          await mover.change(tx, enterprise, 'applyAgain', file, { note });
        const fresh = await enterprises.takeRow(tx, enterprise.id);
        if (!fresh) throw new AppError('notFound', unknownText);
        await mover.move(tx, fresh, 'underReview', { note });
        const applicant = typed.applicant || typed.legalPerson;
        await store.changeApplication(tx, row.id, { submitted_at: clock.now(), decided_at: null, applicant });
        return { number };
      }),
    applyWithdraw: (httpScope: Scope, which: { number: string; proof: string }): Promise<null> =>
      withProvenPhone(httpScope, which, async (tx, _row, enterprise) => {
        await mover.move(tx, enterprise, 'draft', { note: '申请人撤回' });
        return null;
      }),
    /** The applicant of an enterprise, with masked phone. Null if the enterprise did not come from an application. */
    applied: (scope: Scope, { id }: { id: string }): Promise<ApplicantInfo | null> =>
      db.scoped(
        scope,
        async (tx) => {
          await visibility.visible(tx, id, enterprises.findRow);
          const row = await store.findOfEnterprise(tx, id);
          if (!row) return null;
          const { number, applicant, submitted_at: submittedAt } = row;
          return { number, applicant, phone: maskPhone(openApplicant(await vault.of(tx), row)), submittedAt };
        },
        { readOnly: true },
      ),
    /** Removes uploads of applications that were never submitted. */
    async sweepApplications(httpScope: Scope): Promise<void> {
      const before = new Date(clock.now().getTime() - limits.application.orphanSeconds * 1000);
      for (const { tenantId, id } of await sms.proofs.forget(httpScope, before))
        await files.dropUnclaimed(scopeOf(httpScope, tenantId), id);
    },
  };
}
