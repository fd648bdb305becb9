import { expiryItems } from '@anlan/contract/modules/enterprise/enterprise';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { UserType } from '@anlan/contract/modules/session/session';
import type { PendingEnterprise } from '../../../enterprise/index.ts';
import type { OwedReceipt } from '../../announcement/receipt-store.ts';
import type { Wanted } from '../rules.ts';

/** Workdays within which applications and registrations are answered, as they are told. */
const answerDays = 3;
/** Days for which rows that were looked through are kept at most. */
export const lookedDays = 7;

/** The day so many workdays after another, by the tenant's calendar. */
export type WorkdayAfter = (day: string, count: number) => Promise<string>;

/**
 * What the state of a file makes somebody wait for; nothing where it makes nobody. Its holder is reminded so many days
 * before a paper runs out as the risk rule says, or not at all.
 */
export async function ofEnterprise(
  file: PendingEnterprise,
  today: string,
  expiryDays: number | null,
  workdayAfter: WorkdayAfter,
): Promise<Wanted[]> {
  const { id, name, status, since, officerId } = file;
  const subject = { type: 'enterprise', id };
  if (status === 'underReview')
    return [
      {
        kind: 'audit',
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
    // Whoever applied without an account is told by SMS, and sends it again from outside.
    return file.outside
      ? []
      : [
          {
            kind: 'rectify',
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
      title: `更新${due.map(({ item }) => `“${expiryItems[item]}”`).join('')}：${name}`,
      subject,
      path: `${mine}?field=${first.item}`,
      dueOn: first.on,
      owner: { ...staff, permit: 'bus:enterprise:edit' },
    },
  ];
}

/** An account that waits for an administrator. */
export interface Registration {
  id: string;
  name: string;
  type: UserType;
  claims: string | null;
  since: Date;
}

/** What an account that waits makes administrators do. */
export const ofRegistration = async (
  { id, name, type, claims, since }: Registration,
  workdayAfter: WorkdayAfter,
): Promise<Wanted[]> => [
  {
    kind: 'audit',
    title: `审核注册账号：${name}${claims ? `（${claims}）` : ''}`,
    subject: { type: 'user', id },
    path: `${type === 'enterprise' ? '/upms/user/entuser' : '/upms/user/index'}?approval=1`,
    dueOn: await workdayAfter(dayOf(since), answerDays),
    since,
    owner: { userType: 'regulator', permit: 'sys:user:edit' },
  },
];

/** Days for which an alarm waits for somebody who looks into it. */
export const alarmDays = 3;

/** What an alarm makes those do who read the log. */
export const ofAlarm = ({ id, note, at }: { id: string; note: string; at: Date }, userType: UserType): Wanted[] => [
  {
    kind: 'warning',
    title: `核实安全告警：${note}`,
    subject: { type: 'alarm', id },
    path: '/upms/log/index',
    dueOn: addDays(dayOf(at), alarmDays),
    since: at,
    owner: { userType, permit: 'sys:log:index' },
  },
];

/** Work that only looks first: what its rows are, where their owner goes on, and for how many days they are kept. */
interface Looking {
  what: string;
  path: string;
  /** Where somebody of an enterprise goes on, if elsewhere. */
  staffPath?: string;
  keptDays: number;
}
/** Kinds of work that only look first. */
export const lookingKinds: Readonly<Record<string, Looking>> = {
  'enterprise.import': { what: '企业', path: '/bus/enterprise/index', keptDays: lookedDays },
  'user.import': { what: '用户', path: '/upms/user/index', staffPath: '/upms/user/entuser', keptDays: 1 },
};

/** What an announcement that asks for receipts makes its readers do. */
export const ofReceipt = ({ id, title, since, until, userIds }: OwedReceipt): Wanted[] => [
  {
    kind: 'confirm',
    title: `回执：${title}`,
    subject: { type: 'announcement', id },
    path: `/notice?tab=announcement&id=${id}`,
    dueOn: until === null ? null : dayOf(until),
    since: since ?? undefined,
    owner: { userIds },
  },
];

/** A file that was looked through and waits for its owner's word. */
export interface Looked {
  id: string;
  kind: string;
  user_id: string;
  message: string | null;
  updated_at: Date;
  /** The enterprise that it was sent for, if for one. */
  enterprise_id: string | null;
  /** Why the writing that its owner began came to nothing. */
  failure: string | null;
}

const dayMs = 86_400_000;

/** What a file that was looked through makes its owner do, as long as it is kept. */
export function ofImport({ id, kind, user_id, message, updated_at, ...of }: Looked, now: Date): Wanted[] {
  const known = lookingKinds[kind];
  if (known === undefined) return [];
  const ends = new Date(updated_at.getTime() + known.keptDays * dayMs);
  if (ends <= now) return [];
  const { what, path, staffPath = path } = known;
  const title =
    of.failure === null
      ? `确认导入${what}${message === null ? '' : `：${message}`}`
      : `导入${what}没有完成：${of.failure}`;
  return [
    {
      kind: 'confirm',
      title,
      subject: { type: 'job', id },
      path: `${of.enterprise_id === null ? path : staffPath}?import=${id}`,
      dueOn: dayOf(ends),
      since: updated_at,
      owner: { userIds: [user_id] },
    },
  ];
}
