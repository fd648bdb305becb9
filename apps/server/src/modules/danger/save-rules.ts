// Checks for a new danger, and the fields that may be corrected later.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { DangerInput, DangerPatch } from '@anlan/contract/modules/danger/resource';
import type { Clock } from '#kernel/clock.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Values } from '#kit/references.ts';
import type { Tx } from '#platform/db/index.ts';
import { memoInTx } from '#platform/db/memo-in-tx.ts';
import { settingsOf } from '../setting/index.ts';
import { earlierAt } from './danger-store.ts';
import { leadAccounts, type People } from './danger-context.ts';
import { criterionNamed } from './standard-dangers.ts';
import { deadlinesFrom, factsOf, turnOf, type Facts, type DangerRow } from './rules.ts';

const repeatsWithoutCause = 2;
const regulatorSources: ReadonlySet<string> = new Set(['regulator', 'campaign']);
const dayMs = 86_400_000;
/** Maximum days between finding and report for an enterprise. */
const foundDays = 7;
const refuse = (field: string, msg: string) => invalid({ field, msg });

/** Values that another module sets from its own row; users cannot send them. */
export type SourceFields = Partial<
  Record<'inspectionId' | 'inspectionNo' | 'status' | 'onSpot' | 'fixedAt' | 'submittedAt', unknown>
> & { repeatOfId?: string };

export async function earlierOf(
  tx: Tx,
  { clock }: { clock: Clock },
  where: { enterpriseId: string; category: string; place: string },
) {
  const days = (await settingsOf(tx))['rectify.repeatDays'];
  const rows = await earlierAt(tx, where, new Date(clock.now().getTime() - days * dayMs));
  return { rows, needsCause: rows.length >= repeatsWithoutCause };
}

interface Checked {
  level: string;
  majorBasis?: string | null | undefined;
  majorCriterion?: string | null | undefined;
  interimMeasures?: string | null | undefined;
  foundAt: Date;
  deadlineOn: string;
}

export function createSavingRules({ clock, people }: { clock: Clock; people: People }) {
  // Accounts of the head and the safety managers. Cached for the transaction: a transaction that saves dangers never
  // changes posts, and one check may save several dangers of the same enterprise.
  const leadsOnce = memoInTx((tx, enterpriseId) => leadAccounts(tx, people, enterpriseId));
  /**
   * Earlier dangers at the same place. Cached for the transaction, because dangers saved in it are not accepted yet.
   */
  const earlierOnce = memoInTx((tx, key) => {
    const [enterpriseId = '', category = '', place = ''] = key.split('\n');
    return earlierOf(tx, { clock }, { enterpriseId, category, place });
  });
  const personOnce = memoInTx(async (tx, id) => (await people.people(tx, [id])).get(id));
  /** For an enterprise, the finding time must be at most some days before the server received the report (S99). */
  function checkFound(scope: Scope, foundAt: Date, receivedAt: Date) {
    if (foundAt > clock.now()) throw refuse('foundAt', '发现时间不能晚于现在');
    if (scope.userType === 'enterprise' && foundAt.getTime() < receivedAt.getTime() - foundDays * dayMs)
      throw refuse('foundAt', `发现时间最多早于上报 ${foundDays} 天；更早发现的，请填写上报当天并在描述中说明`);
  }
  /** Refuses a deadline before the day of the report, because it would hide a missed deadline from the statistics. */
  function checkAhead(scope: Scope, deadlineOn: string, receivedAt: Date) {
    if (scope.userType === 'enterprise' && deadlineOn < dayOf(receivedAt))
      throw refuse('deadlineOn', '整改期限不能早于上报日期');
  }
  function checkMajor({ level, majorBasis, majorCriterion }: Omit<Checked, 'foundAt' | 'deadlineOn'>) {
    if (majorCriterion && !criterionNamed(majorCriterion))
      throw refuse('majorCriterion', '没有这条判定标准，请重新选择');
    if (level === 'major' && !majorBasis && !majorCriterion)
      throw refuse('majorBasis', '重大隐患须选择判定标准，没有对应条款的请填写判定依据');
  }
  async function checkDeadline(tx: Tx, { level, foundAt, deadlineOn }: Checked) {
    const foundOn = dayOf(foundAt);
    if (deadlineOn < foundOn) throw refuse('deadlineOn', '整改期限不能早于发现日期');
    const { generalLatestOn } = deadlinesFrom(foundOn, await settingsOf(tx));
    if (level === 'general' && deadlineOn > generalLatestOn)
      throw refuse('deadlineOn', `一般隐患的整改期限不能晚于 ${generalLatestOn}`);
  }

  return {
    async beforeCreate(tx: Tx, input: DangerInput & SourceFields): Promise<Values> {
      const { scope } = tx;
      const enterpriseId = input.enterpriseId ?? scope.enterpriseId ?? '';
      checkFound(scope, input.foundAt, clock.now());
      checkAhead(scope, input.deadlineOn, clock.now());
      checkMajor(input);
      await checkDeadline(tx, input);
      const isOwn = scope.userType === 'enterprise' || (scope.userType === null && input.source !== 'regulator');
      if (scope.userType === 'enterprise' && regulatorSources.has(input.source))
        throw refuse('source', '监管检查和专项行动的隐患由监管人员登记');
      const [{ rows: earlier, needsCause }, leads, named] = await Promise.all([
        earlierOnce(tx, [enterpriseId, input.category, input.place].join('\n')),
        leadsOnce(tx, enterpriseId),
        input.dutyPersonId ? personOnce(tx, input.dutyPersonId) : undefined,
      ]);
      if (needsCause && !input.repeatCause)
        throw refuse('repeatCause', `同一部位的同类隐患已出现 ${earlier.length} 次，请填写反复出现的原因`);
      const head = input.dutyPersonId ? undefined : (await people.byPost(tx, enterpriseId, ['head']))[0]?.id;
      const dutyPersonId = input.dutyPersonId ?? head ?? null;
      const duty = named ?? (dutyPersonId === null ? undefined : await personOnce(tx, dutyPersonId));
      const origin = isOwn ? 'own' : 'regulator';
      const isFixed = input.status === 'submitted';
      // The person who records an immediate fix must not verify it, unless they are a regulator.
      const fixerId = isFixed && scope.userType === 'enterprise' ? scope.userId : (duty?.userId ?? null);
      const facts: Facts = {
        enterpriseId,
        status: isFixed ? 'submitted' : 'open',
        level: input.level,
        origin,
        turn: 'enterprise',
        foundAt: input.foundAt,
        deadlineOn: input.deadlineOn,
        dutyPersonId,
        fixerId: isFixed ? fixerId : null,
        submittedAt: null,
        headSignedAt: null,
        planState: 'none',
        interimMeasures: null,
        extensions: [],
        extensionStatus: null,
        listedOn: null,
        delistedOn: null,
        sampledOn: null,
        sampleResult: null,
        urgedAt: null,
        createdBy: scope.userId,
      };
      const standing = { dutyUserId: duty?.userId ?? null, ...leads, settings: await settingsOf(tx) };
      return {
        enterpriseId,
        dutyPersonId,
        origin,
        turn: turnOf(facts, standing),
        turnSince: clock.now(),
        repeats: earlier.length,
        repeatOfId: input.repeatOfId ?? earlier[0]?.id ?? null,
        dutyDepartment: input.dutyDepartment || (duty?.department ?? null),
        ...(isFixed ? { fixerId } : {}),
      };
    },

    async beforeUpdate(tx: Tx, row: DangerRow, patch: DangerPatch): Promise<void> {
      const facts = factsOf(row);
      const isEnterprise = tx.scope.userType === 'enterprise';
      const after: Checked = {
        level: patch.level ?? facts.level,
        majorBasis: patch.majorBasis === undefined ? String(row.majorBasis ?? '') : patch.majorBasis,
        majorCriterion: patch.majorCriterion === undefined ? String(row.majorCriterion ?? '') : patch.majorCriterion,
        foundAt: patch.foundAt ?? facts.foundAt,
        deadlineOn: patch.deadlineOn ?? facts.deadlineOn,
      };
      if (patch.dutyPersonId && facts.dutyPersonId !== null && patch.dutyPersonId !== facts.dutyPersonId)
        throw refuse('dutyPersonId', '更换整改责任人请用“转派”');
      if (isEnterprise) {
        if (after.level === 'general' && facts.level === 'major')
          throw refuse('level', '重大隐患不能由企业改为一般隐患');
        if (after.deadlineOn > facts.deadlineOn) throw refuse('deadlineOn', '延长整改期限请用“申请延期”');
        // The finding time cannot be moved later, because the time for voiding depends on it.
        if (patch.foundAt && patch.foundAt > facts.foundAt) throw refuse('foundAt', '发现时间不能改晚');
        if (facts.status !== 'open' && (patch.foundAt || patch.photosBefore || patch.place || patch.category))
          throw new AppError('invalid', '整改已开始，发现时间、部位、类别和整改前照片不能再修改');
      }
      if (patch.foundAt) checkFound(tx.scope, patch.foundAt, row.createdAt);
      if (patch.deadlineOn) checkAhead(tx.scope, patch.deadlineOn, row.createdAt);
      if (patch.level !== undefined || patch.majorBasis !== undefined || patch.majorCriterion !== undefined)
        checkMajor(after);
      if (patch.foundAt || patch.deadlineOn) await checkDeadline(tx, after);
    },
  };
}

export async function onWorkday(
  tx: Tx,
  calendar: { workdayAfter: (tx: Tx, day: string, count: number) => Promise<string> },
  day: string,
): Promise<string> {
  return calendar.workdayAfter(tx, addDays(day, -1), 1);
}
