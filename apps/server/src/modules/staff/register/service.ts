// Rules of the employee register: who may edit, linked accounts, and leaving.
import { dayOf } from '@anlan/contract/domain/instant';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import type { EmployeeInput, employee } from '@anlan/contract/modules/staff/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Hooks } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import type { SessionModule } from '../../session/index.ts';
import type { UserModule } from '../../user/index.ts';
import type { StoredFile } from '@anlan/contract/kit/field';
import type { Faces } from './faces.ts';
import type { Caller, createPosts } from '../posts/service.ts';
import { byPhoneIndex, dutySignedIs, enterprisesOf, hasAccount, oneAtATime, phoneIs } from '../posts/store.ts';
import { dayProblem, hireProblem, keepers, needsTraining } from './rules.ts';

type EmployeeRow = RowOf<typeof employee>;

const keepersText = '只有主要负责人和安全管理人员可以维护从业人员';
const headText = '“主要负责人”只能由主要负责人设置和变更';
const bindingText = '绑定账号只能由主要负责人设置';
const moveDays: Readonly<Record<string, string>> = {
  start: '上岗日期',
  pause: '离岗日期',
  resume: '返岗日期',
  retrain: '转入日期',
};

export interface RegisterDeps {
  kit: ModuleKit;
  posts: ReturnType<typeof createPosts>;
  users: Pick<UserModule, 'enterprisesOf' | 'leaveEnterprise'>;
  endUser: SessionModule['endUser'];
  erase: Faces['erase'];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
// The cast is safe: the stored value was validated by the schema of its field.
const photosOf = (row: EmployeeRow) => (row.facePhoto ?? []) as readonly StoredFile[];
const isHead = (row: EmployeeRow) => row.postKind === 'head';
const has = (caller: Caller | null, ...posts: (typeof keepers)[number][]) =>
  caller === null || posts.some((post) => caller.posts.has(post));

export function createRegister({
  kit,
  posts,
  users,
  endUser,
  erase,
}: RegisterDeps): Hooks<typeof employee, Caller | null> {
  const { clock, vault, audit, events } = kit;
  const today = () => dayOf(clock.now());

  async function check(
    tx: Tx,
    enterpriseId: string,
    values: Partial<EmployeeInput>,
    row: EmployeeRow | null,
  ): Promise<void> {
    const caller = await posts.postsOf(tx);
    const changesHead = values.postKind !== undefined && (values.postKind === 'head') !== (row !== null && isHead(row));
    if (changesHead && !has(caller, 'head')) throw invalid({ field: 'postKind', msg: headText });
    if (values.hiredOn !== undefined) {
      const msg = hireProblem(values.hiredOn, today());
      if (msg !== null) throw invalid({ field: 'hiredOn', msg });
    }
    if (values.dutySignedOn && values.dutySignedOn > today())
      throw invalid({ field: 'dutySignedOn', msg: '责任书签订日期不能晚于今天' });
    checkConsent(values, row);
    await oneAtATime(tx, enterpriseId);
    await checkPhone(tx, enterpriseId, values.phone, row);
    await checkAccount(tx, enterpriseId, values.userId, row, caller);
  }

  /** Throws when a citizen ID is entered without the consent of its owner (S82). */
  function checkConsent({ idNo, idConsentOn }: Partial<EmployeeInput>, row: EmployeeRow | null): void {
    if (idConsentOn && idConsentOn > today()) throw invalid({ field: 'idConsentOn', msg: '本人同意日期不能晚于今天' });
    const consent = idConsentOn === undefined ? (row?.idConsentOn ?? null) : idConsentOn;
    if (idNo && consent === null) throw invalid({ field: 'idConsentOn', msg: '填写证件号码前，请登记本人同意日期' });
  }

  async function checkPhone(tx: Tx, enterpriseId: string, phone: string | undefined, row: EmployeeRow | null) {
    if (phone === undefined || isMaskedPhone(phone)) return;
    const samePhone = await byPhoneIndex(tx, enterpriseId, (await vault.of(tx)).index('phone', phone), row?.id ?? null);
    if (samePhone) throw invalid({ field: 'phone', msg: `这个手机号已登记在“${samePhone.name}”名下，请核对后填写` });
  }

  async function checkAccount(
    tx: Tx,
    enterpriseId: string,
    userId: string | null | undefined,
    row: EmployeeRow | null,
    caller: Caller | null,
  ) {
    const before = textOrNull(row?.userId);
    if (userId === undefined || userId === before) return;
    // Only the head may link an account, because the account then gets the actions of the post.
    if (!has(caller, 'head')) throw invalid({ field: 'userId', msg: bindingText });
    if (userId === null) return;
    if (!(await users.enterprisesOf(tx, userId)).includes(enterpriseId))
      throw invalid({ field: 'userId', msg: '这个账号不是本企业的账号，请先在“企业员工”中添加' });
    if (await hasAccount(tx, enterpriseId, userId, row?.id ?? null))
      throw invalid({ field: 'userId', msg: '这个账号已绑定其他人员，请重新选择' });
  }

  async function changed(tx: Tx, ids: readonly string[]): Promise<void> {
    await events.emit(tx, 'employee.changed', { ids, enterpriseIds: await enterprisesOf(tx, ids) });
  }

  async function gone(tx: Tx, row: EmployeeRow): Promise<void> {
    await events.emit(tx, 'employee.left', { ids: [row.id], enterpriseIds: [text(row.enterpriseId)] });
  }

  async function endAccount(tx: Tx, row: EmployeeRow): Promise<void> {
    const [userId, enterpriseId] = [textOrNull(row.userId), text(row.enterpriseId)];
    if (userId === null || !(await users.enterprisesOf(tx, userId)).includes(enterpriseId)) return;
    await users.leaveEnterprise(tx, userId, enterpriseId);
    await endUser(tx, { tenantId: tx.scope.tenantId, userId });
    await audit.record(tx, {
      call: 'user.unbind',
      objectType: 'user',
      objectId: userId,
      enterpriseId,
      note: `${text(row.name)} 离职`,
    });
  }

  return {
    // The reference photo is visible only to the employee's own enterprise.
    compute: (tx, rows) =>
      Promise.resolve(
        new Map(
          rows.filter((row) => row.enterpriseId !== tx.scope.enterpriseId).map((row) => [row.id, { facePhoto: [] }]),
        ),
      ),
    // Phones are unmasked only for people of the enterprise who may edit the register.
    seesPlain: (scope, enterpriseId) =>
      scope.userType === 'enterprise' && scope.enterpriseId === enterpriseId && scope.permits.has('bus:emp:edit'),
    reads: (tx) => posts.postsOf(tx),
    conditions: (_tx, { phoneIndex, dutySigned }) => [
      ...(typeof phoneIndex === 'string' ? [phoneIs(phoneIndex)] : []),
      ...(typeof dutySigned === 'boolean' ? [dutySignedIs(dutySigned)] : []),
    ],
    frozen(row, scope, caller) {
      if (row.status === 'left') return '已离职人员的资料不能修改';
      if (!has(caller, ...keepers)) return keepersText;
      return isHead(row) && !has(caller, 'head') ? headText : null;
    },
    mayMove(move, row, scope) {
      if (move === 'leave') return scope.userId === null || row.userId !== scope.userId;
      const isLong = needsTraining(textOrNull(row.statusOn), today());
      return move === 'resume' ? !isLong : move !== 'retrain' || isLong;
    },
    createRefusal: async (tx) => (has(await posts.postsOf(tx), ...keepers) ? null : keepersText),
    async beforeCreate(tx, input) {
      await check(tx, text(input.enterpriseId), input, null);
    },
    async beforeUpdate(tx, row, patch) {
      await check(tx, text(row.enterpriseId), patch, row);
      // When consent is withdrawn, the photo is erased.
      if (patch.facePhoto !== undefined)
        erase(
          tx,
          photosOf(row).filter((had) => !patch.facePhoto?.some(({ id }) => id === had.id)),
        );
      return patch.idConsentOn === null ? { idNo: null } : undefined;
    },
    async beforeRemove(tx, row) {
      if (tx.scope.userId !== null && row.userId === tx.scope.userId)
        throw new AppError('invalid', '不能删除自己的登记，请由其他负责人办理');
      erase(tx, photosOf(row));
      await gone(tx, row);
    },
    beforeMove(tx, move, row, input) {
      const earliest = [text(row.hiredOn), textOrNull(row.statusOn) ?? ''].toSorted().at(-1) ?? '';
      const key = move === 'leave' ? 'leftOn' : 'statusOn';
      const word = moveDays[move] ?? '离职日期';
      const msg = dayProblem(word, text(input[key]), { earliest, today: today() });
      if (msg !== null) throw invalid({ field: key, msg });
      if (move !== 'leave') return undefined;
      erase(tx, photosOf(row));
      return { statusOn: input['leftOn'], facePhoto: [] };
    },
    async moved(tx, move, row) {
      if (move !== 'leave') return changed(tx, [row.id]);
      await gone(tx, row);
      await endAccount(tx, row);
    },
    saved: (tx, ids) => {
      posts.forget(tx);
      return changed(tx, ids);
    },
  };
}
