import { expiryItems } from '@anlan/contract/modules/enterprise/enterprise';
import type { TodoAct } from '@anlan/contract/domain/todo-acts';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { UserType } from '@anlan/contract/modules/session/session';
import { alarmDays } from '../../../audit/index.ts';
import type { PendingEnterprise } from '../../../enterprise/index.ts';
import type { OwedReceipt } from '../../announcement/receipt-store.ts';
import type { OpenTask } from '../rules.ts';

/** Workdays within which applications and registrations must be answered. */
const answerDays = 3;
export const lookedDays = 7;

export type WorkdayAfter = (day: string, count: number) => Promise<string>;

/**
 * To-dos of an enterprise in its current state; empty if nobody must act. The risk rule sets how many days before an
 * expiry the reminder appears, or turns it off.
 */
export async function ofEnterprise(
  file: PendingEnterprise,
  today: string,
  expiryDays: number | null,
  workdayAfter: WorkdayAfter,
): Promise<OpenTask[]> {
  const { id, name, status, since, officerId } = file;
  const subject = { type: 'enterprise', id };
  if (status === 'underReview')
    return [
      {
        kind: 'audit',
        act: 'enterprise.approve',
        title: `审核企业：${name}`,
        subject,
        path: `/bus/enterprise/dossier?id=${id}`,
        dueOn: await workdayAfter(dayOf(since), answerDays),
        since,
        owner: { userType: 'regulator', permit: 'bus:enterprise:audit', enterpriseId: id, leadId: officerId },
      },
    ];
  const staff = { userType: 'enterprise', enterpriseId: id } as const;
  const mine = '/bus/enterprise/mine';
  if (status === 'rejected')
    // An applicant without an account gets an SMS instead of a to-do.
    return file.outside
      ? []
      : [
          {
            kind: 'rectify',
            act: 'enterprise.submit',
            title: `补充材料后重新提交：${name}`,
            subject,
            path: mine,
            since,
            owner: { ...staff, permit: 'bus:enterprise:submit' },
          },
        ];
  if ((status !== 'active' && status !== 'suspended') || expiryDays === null) return [];
  const due = file.expiries.filter(({ on }) => on <= addDays(today, expiryDays));
  const [first] = due;
  if (first === undefined) return [];
  return [
    {
      kind: 'warning',
      act: 'enterprise.update',
      title: `更新${due.map(({ item }) => `“${expiryItems[item]}”`).join('')}：${name}`,
      subject,
      path: `${mine}?field=${first.item}`,
      dueOn: first.on,
      owner: { ...staff, permit: 'bus:enterprise:edit' },
    },
  ];
}

export interface Registration {
  id: string;
  name: string;
  type: UserType;
  claims: string | null;
  since: Date;
}

export const ofRegistration = async (
  { id, name, type, claims, since }: Registration,
  workdayAfter: WorkdayAfter,
): Promise<OpenTask[]> => [
  {
    kind: 'audit',
    act: 'user.decide',
    title: `审核注册账号：${name}${claims ? `（${claims}）` : ''}`,
    subject: { type: 'user', id },
    path: `${type === 'enterprise' ? '/upms/user/entuser' : '/upms/user/index'}?approval=1`,
    dueOn: await workdayAfter(dayOf(since), answerDays),
    since,
    owner: { userType: 'regulator', permit: 'sys:user:edit' },
  },
];

export const ofAlarm = ({ id, note, at }: { id: string; note: string; at: Date }, userType: UserType): OpenTask[] => [
  {
    kind: 'warning',
    act: 'audit.confirmAlarm',
    title: `核实安全告警：${note}`,
    subject: { type: 'alarm', id },
    // The page of the people who can end sessions. With three administrators only the auditors read the log.
    path: '/upms/token/index',
    dueOn: addDays(dayOf(at), alarmDays),
    since: at,
    // Not the auditors, who write nothing (S77), but the people who can end sessions.
    owner: { userType, permit: 'sys:token:del' },
  },
];

/**
 * Settings of the to-do for a dry run: what was checked, the page of the result, and the days until the result is
 * deleted.
 */
interface Looking {
  act: TodoAct;
  what: string;
  path: string;
  staffPath?: string;
  keptDays: number;
}
export const lookingKinds: Readonly<Record<string, Looking>> = {
  'enterprise.import': { act: 'enterprise.importConfirm', what: '企业', path: '/bus/enterprise/index', keptDays: 1 },
  'user.import': {
    act: 'user.importConfirm',
    what: '用户',
    path: '/upms/user/index',
    staffPath: '/upms/user/entuser',
    keptDays: 1,
  },
};

export const ofReceipt = ({ id, title, since, until, dueOn, userIds }: OwedReceipt): OpenTask[] => [
  {
    kind: 'confirm',
    act: 'notice.receipt',
    title: `回执：${title}`,
    subject: { type: 'announcement', id },
    path: `/notice?tab=announcement&id=${id}`,
    dueOn: dueOn ?? (until === null ? null : dayOf(until)),
    since: since ?? undefined,
    owner: { userIds, enterpriseId: null },
  },
];

export interface Looked {
  id: string;
  kind: string;
  user_id: string;
  message: string | null;
  updated_at: Date;
  enterprise_id: string | null;
  failure: string | null;
}

const dayMs = 86_400_000;

export function ofImport({ id, kind, user_id, message, updated_at, ...of }: Looked, now: Date): OpenTask[] {
  const importKind = lookingKinds[kind];
  if (importKind === undefined) return [];
  const ends = new Date(updated_at.getTime() + importKind.keptDays * dayMs);
  if (ends <= now) return [];
  const { act, what, path, staffPath = path } = importKind;
  const title =
    of.failure === null
      ? `确认导入${what}${message === null ? '' : `：${message}`}`
      : `导入${what}没有完成：${of.failure}`;
  return [
    {
      kind: 'confirm',
      act,
      title,
      subject: { type: 'job', id },
      path: `${of.enterprise_id === null ? path : staffPath}?import=${id}`,
      dueOn: dayOf(ends),
      since: updated_at,
      owner: { userIds: [user_id], enterpriseId: of.enterprise_id },
    },
  ];
}
