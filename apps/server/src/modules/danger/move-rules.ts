// Checks of each move (state change) of a danger, and the values a move stores besides its input.
import { addDays, dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { Extension } from '@anlan/contract/modules/danger/treatment-plan';
import { danger } from '@anlan/contract/modules/danger/resource';
import { type DangerState } from '@anlan/contract/modules/danger/states';
import type { Moves } from '@anlan/contract/kit/state-machine';
import type { Clock } from '#kernel/clock.ts';
import { invalid } from '#kernel/errors.ts';
import type { Values } from '#kit/references.ts';
import type { Tx } from '#platform/db/index.ts';
import { settingsOf } from '../setting/index.ts';
import type { DangerContext, People } from './danger-context.ts';
import { deadlinesFrom, factsOf, lateDays, turnOf, type Facts, type DangerRow } from './rules.ts';

const reasonLeast = 5;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const dateOf = (value: unknown): Date => (value instanceof Date ? value : new Date(Number.NaN));
const isEmpty = (value: unknown) => !Array.isArray(value) || value.length === 0;
const refuse = (field: string, msg: string) => invalid({ field, msg });

interface MoveContext {
  tx: Tx;
  row: DangerRow;
  facts: Facts;
  input: Values;
  context: DangerContext;
  now: Date;
  today: string;
}
type Rule = (making: MoveContext) => Promise<Values> | Values;

function withDecision({ tx, facts, input, now }: MoveContext, status: Extension['status']): Extension[] {
  const last = facts.extensions.at(-1);
  if (!last) return [];
  const done: Extension = {
    ...last,
    status,
    decidedBy: tx.scope.userName,
    decidedAt: formatInstant(now),
    opinion: textOf(input['reason']) || null,
  };
  return [...facts.extensions.slice(0, -1), done];
}

/** The date input of a move. Throws unless it is between the finding and today. */
function requireDateInRange(field: string, { facts, input, today }: MoveContext): Values {
  const day = textOf(input[field]);
  if (day > today) throw refuse(field, '日期不能晚于今天');
  if (day < dayOf(facts.foundAt)) throw refuse(field, '日期不能早于发现日期');
  return {};
}

const rules: Readonly<Record<string, Rule>> = {
  receipt({ row, facts, input, now }) {
    const interimMeasures = textOf(input['interimMeasures']) || facts.interimMeasures;
    if (facts.level === 'major') {
      if (facts.planState !== 'approved') throw refuse('plan', '重大隐患须先编制治理方案并由主要负责人批准，才能签收');
      if (!interimMeasures) throw refuse('interimMeasures', '重大隐患须填写整改前防范措施');
    }
    return { interimMeasures, startedAt: row.startedAt ?? now };
  },
  submit({ tx, facts, input, now }) {
    const fixedAt = dateOf(input['fixedAt']);
    if (fixedAt > now) throw refuse('fixedAt', '整改完成时间不能晚于现在');
    if (fixedAt < facts.foundAt) throw refuse('fixedAt', '整改完成时间不能早于发现时间');
    if (facts.level === 'major' && isEmpty(input['acceptanceReport']))
      throw refuse('acceptanceReport', '重大隐患须上传验收报告');
    return {
      acceptanceReport: input['acceptanceReport'] ?? [],
      submittedAt: now,
      fixerId: tx.scope.userId,
      headSignedAt: null,
      headSignerId: null,
      // A pending extension request is dropped, because a fixed danger needs no extension.
      ...(facts.extensionStatus === 'pending' ? { extensionStatus: null } : {}),
    };
  },
  sign: ({ tx, now }) => ({ headSignedAt: now, headSignerId: tx.scope.userId }),
  accept: ({ tx, now }) => ({ verifierId: tx.scope.userId, verifiedAt: now }),
  async sendBack({ tx, facts, input, today }) {
    if ([...textOf(input['reason'])].length < reasonLeast) throw refuse('reason', `退回原因不少于 ${reasonLeast} 个字`);
    const deadlineOn = textOf(input['deadlineOn']) || facts.deadlineOn;
    if (deadlineOn !== facts.deadlineOn) {
      if (deadlineOn < today) throw refuse('deadlineOn', '新的整改期限不能早于今天');
      const isOfEnterprise = tx.scope.userType === 'enterprise';
      if (isOfEnterprise && lateDays(facts, today) > 0)
        throw refuse('deadlineOn', '整改已经逾期，退回时不能再延长期限');
      if (isOfEnterprise && facts.level === 'major' && deadlineOn > facts.deadlineOn)
        throw refuse('deadlineOn', '重大隐患延长整改期限请用“申请延期”');
      const from = isOfEnterprise ? dayOf(facts.foundAt) : today;
      const { generalLatestOn } = deadlinesFrom(from, await settingsOf(tx));
      if (facts.level === 'general' && deadlineOn > generalLatestOn)
        throw refuse('deadlineOn', `一般隐患的整改期限不能晚于 ${generalLatestOn}`);
    }
    return { deadlineOn, headSignedAt: null, headSignerId: null };
  },
  reassign({ facts, input }) {
    if (input['dutyPersonId'] === facts.dutyPersonId) throw refuse('dutyPersonId', '请选择另一位整改责任人');
    return {};
  },
  urge: ({ now }) => ({ urgedAt: now }),
  progress: () => ({}),
  askExtension({ tx, facts, input, context: known, now }) {
    const { settings } = known.around(facts);
    const newDeadlineOn = textOf(input['newDeadlineOn']);
    const latest = addDays(facts.deadlineOn, settings['rectify.extensionDays']);
    if (newDeadlineOn <= facts.deadlineOn) throw refuse('newDeadlineOn', '申请延至的日期须晚于现在的整改期限');
    if (newDeadlineOn > latest)
      throw refuse('newDeadlineOn', `最多延期 ${settings['rectify.extensionDays']} 天，不能晚于 ${latest}`);
    const extensionRequest: Extension = {
      reason: textOf(input['reason']),
      oldDeadlineOn: facts.deadlineOn,
      newDeadlineOn,
      status: 'pending',
      askedBy: tx.scope.userName ?? '',
      askedById: tx.scope.userId,
      askedAt: formatInstant(now),
      decidedBy: null,
      decidedAt: null,
      opinion: null,
    };
    return { extensions: [...facts.extensions, extensionRequest], extensionStatus: 'pending' };
  },
  grantExtension: (making) => ({
    extensions: withDecision(making, 'approved'),
    extensionStatus: 'approved',
    deadlineOn: making.facts.extensions.at(-1)?.newDeadlineOn ?? making.facts.deadlineOn,
  }),
  refuseExtension: (making) => ({ extensions: withDecision(making, 'refused'), extensionStatus: 'refused' }),
  savePlan: ({ row, facts, input }) => ({
    interimMeasures: textOf(input['interimMeasures']) || facts.interimMeasures,
    planFiles: input['planFiles'] ?? row.planFiles,
    planState: 'waiting',
  }),
  approvePlan: ({ tx, now }) => ({ planState: 'approved', planApprovedAt: now, planApproverId: tx.scope.userId }),
  returnPlan: () => ({ planState: 'returned' }),
  list({ facts, input, today }) {
    const [listedOn, dueOn] = [textOf(input['listedOn']), textOf(input['listingDueOn'])];
    if (listedOn > today) throw refuse('listedOn', '挂牌日期不能晚于今天');
    if (listedOn < dayOf(facts.foundAt)) throw refuse('listedOn', '挂牌日期不能早于发现日期');
    if (dueOn < listedOn) throw refuse('listingDueOn', '督办期限不能早于挂牌日期');
    return { delistedOn: null };
  },
  delist({ facts, input, today }) {
    const delistedOn = textOf(input['delistedOn']);
    if (delistedOn > today) throw refuse('delistedOn', '摘牌日期不能晚于今天');
    if (facts.listedOn !== null && delistedOn < facts.listedOn) throw refuse('delistedOn', '摘牌日期不能早于挂牌日期');
    return {};
  },
  publish: (making) => requireDateInRange('publishedOn', making),
  congress: (making) => requireDateInRange('congressOn', making),
  void({ row, input }) {
    const duplicate = textOf(input['duplicateOfId']);
    if (duplicate === row.id) throw refuse('duplicateOfId', '不能与自己重复');
    if (duplicate === '' && textOf(input['reason']) === '')
      throw refuse('reason', '请填写作废原因，或选择与之重复的隐患');
    return {};
  },
  sample({ input }) {
    if (input['sampleResult'] === 'fail' && isEmpty(input['files']))
      throw refuse('files', '复核不合格须上传现场照片，系统据此登记新的隐患');
    return {};
  },
};

/** Creates the hook that runs for every move: it applies the rule of the move, then computes whose turn is next. */
export const createMoveRules =
  ({ clock, people }: { clock: Clock; people: Pick<People, 'people'> }) =>
  async (tx: Tx, move: string, row: DangerRow, input: Values, known: DangerContext): Promise<Values> => {
    const now = clock.now();
    const facts = factsOf(row);
    const values = (await rules[move]?.({ tx, row, facts, input, context: known, now, today: dayOf(now) })) ?? {};
    const moves: Moves = danger.states?.moves ?? {};
    const to = moves[move]?.to;
    const dutyPersonId = textOf(input['dutyPersonId']) || facts.dutyPersonId;
    const next: Facts = {
      ...facts,
      // The cast is safe: the rules and the facts use the same field names.
      ...(values as Partial<Facts>),
      // The cast is safe: the target states were checked at server start.
      ...(to === undefined ? {} : { status: to as DangerState }),
      dutyPersonId,
    };
    const around = known.around(next);
    const duty = dutyPersonId === facts.dutyPersonId ? null : await people.people(tx, [dutyPersonId ?? '']);
    const standing = duty === null ? around : { ...around, dutyUserId: duty.get(dutyPersonId ?? '')?.userId ?? null };
    const turn = turnOf(next, standing);
    const hasMoved = turn !== facts.turn || next.status !== facts.status;
    // The default is the department of the responsible person.
    const department =
      duty === null
        ? {}
        : {
            dutyDepartment:
              textOf(input['dutyDepartment']) ||
              (duty.get(dutyPersonId ?? '')?.department ?? row.dutyDepartment ?? null),
          };
    return { ...values, ...department, turn, ...(hasMoved || duty !== null ? { turnSince: now } : {}) };
  };
