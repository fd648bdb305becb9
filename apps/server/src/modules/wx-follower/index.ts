/**
 * wxFollower: followers (粉丝) of public accounts, the employees linked to them, and the open tasks of their enterprises.
 */
import type { InputOf } from '@anlan/contract/http/call-table';
import { wxFollowerCalls, type WxFollower } from '@anlan/contract/modules/wx-follower/calls';
import { dayOf } from '@anlan/contract/domain/instant';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { dangerModule } from '../danger/index.ts';
import { staffModule } from '../staff/index.ts';
import { warningModule } from '../warning/index.ts';
import { wxAccountModule } from '../wx-account/index.ts';
import { factsOf, type FactSources } from './enterprise-tasks.ts';
import {
  changeFollower,
  followerBehind,
  followerPage,
  followersNamed,
  lockFollower,
  ownerOfFollower,
  tagsInUse,
  type StoredFollower,
} from './follower-store.ts';

/** The placeholder in automatic answers. */
const ownDangersMark = '{我的隐患}';
const shown = 5;

interface OwnDanger {
  title: string;
  deadlineOn: string;
}

const unboundText =
  '您的微信还没有绑定从业人员，看不到隐患。请联系企业的安全管理人员或监管人员，在粉丝资料里绑定后再点这里。';

function ownDangersText(name: string, { rows, total }: { rows: readonly OwnDanger[]; total: number }, now: Date) {
  if (total === 0) return `${name}，您名下没有待整改的隐患。`;
  const today = dayOf(now);
  const lines = rows.slice(0, shown).map(({ title, deadlineOn }, at) => {
    const late = deadlineOn < today ? '，已超期' : '';
    return `${at + 1}. ${title.slice(0, 40)}（${deadlineOn} 前${late}）`;
  });
  const rest = total > lines.length ? [`另有 ${total - lines.length} 项，请登录安澜查看。`] : [];
  return [`${name}，您名下有 ${total} 项待整改的隐患：`, ...lines, ...rest].join('\n');
}

type Calls = typeof wxFollowerCalls;

const unrepaired = ['open', 'rectifying', 'returned'] as const;
const strangerName = (openId: string): string => `微信用户${openId.slice(-4)}`;

export const wxFollowerModule = defineModule('wxFollower', {
  needs: { wxAccount: wxAccountModule, danger: dangerModule, warning: warningModule, staff: staffModule },
  open({ kit, danger, warning, staff }) {
    const { db, clock, audit, references } = kit;
    const employees = async (tx: Tx, ids: readonly string[]) =>
      (await references['employee']?.read(tx, ids)) ?? new Map<string, { name: string }>();

    /** Followers with the names of linked employees. Names of employees whom the caller does not see are left out. */
    async function presented(tx: Tx, rows: readonly StoredFollower[]): Promise<WxFollower[]> {
      const ids = rows.flatMap(({ employeeId }) => employeeId ?? []);
      const employeeById = await employees(tx, [...new Set(ids)]);
      return rows.map(({ accountId: _, ...row }) => {
        const name = row.employeeId === null ? undefined : employeeById.get(row.employeeId)?.name;
        return { ...row, employeeId: name === undefined ? null : row.employeeId, employeeName: name ?? null };
      });
    }
    async function one(tx: Tx, id: string): Promise<WxFollower> {
      const [row] = await presented(tx, await followersNamed(tx, [id]));
      if (!row) throw new AppError('notFound');
      return row;
    }
    const sources: FactSources = {
      async employee(tx, id) {
        const [row] = await staff.rowsWhere(tx, { id }, { limit: 1 });
        const [view] = row ? await staff.present(tx, [row]) : [];
        return view
          ? {
              id,
              name: view.name,
              post: view.postName ?? null,
              enterpriseId: view.enterpriseId,
              enterpriseName: view.enterpriseName ?? '',
            }
          : null;
      },
      openDangers: (scope, enterpriseId, size) =>
        danger.page(scope, {
          filter: { enterpriseId, unclosed: true },
          sort: [{ by: 'deadlineOn', desc: false }],
          page: 1,
          size,
        }),
      expiring: (scope, enterpriseId, size) =>
        warning.page(scope, {
          filter: { enterpriseId, status: ['open', 'acknowledged'] },
          sort: [{ by: 'validTo', desc: false }],
          page: 1,
          size,
        }),
    };

    return {
      page: (scope: Scope, { filter, sort, page, size }: InputOf<Calls['page']>) =>
        db.read(scope, async (tx) => {
          const window = { limit: size, offset: (page - 1) * size };
          const { rows, total } = await followerPage(tx, filter, sort[0], window);
          return { rows: await presented(tx, rows), total, page, size };
        }),
      get: (scope: Scope, { id }: { id: string }) => db.read(scope, (tx) => one(tx, id)),
      async facts(scope: Scope, { id }: { id: string }) {
        const { follower, employee } = await db.read(scope, async (tx) => {
          const followerRow = await one(tx, id);
          const who = followerRow.employeeId === null ? null : await sources.employee(tx, followerRow.employeeId);
          return { follower: followerRow, employee: who };
        });
        const none = { dangers: [], dangerCount: 0, expiring: [] };
        return {
          follower,
          employee: employee && { id: employee.id, name: employee.name, post: employee.post },
          enterprise: employee && { id: employee.enterpriseId, name: employee.enterpriseName },
          ...(employee ? await factsOf(scope, employee.enterpriseId, sources) : none),
        };
      },
      update: (scope: Scope, { id, version, ...patch }: InputOf<Calls['update']>) =>
        db.scoped(scope, async (tx) => {
          const held = await lockFollower(tx, id);
          if (held === null) throw new AppError('notFound');
          const before = await one(tx, id);
          if (held !== version) throw new AppError('conflict', undefined, { current: before });
          const { employeeId } = patch;
          if (typeof employeeId === 'string' && !(await employees(tx, [employeeId])).has(employeeId))
            throw invalid({ field: 'employeeId', msg: '没有这位从业人员，请从列表中选择' });
          const tags = patch.tags && [...new Set(patch.tags)];
          const changed = await changeFollower(tx, id, { ...patch, tags }, clock.now());
          await audit.record(tx, {
            call: 'wxFollower.update',
            objectType: 'wxFollower',
            objectId: id,
            changes: [
              ...(patch.remark === undefined ? [] : [{ field: 'remark', before: before.remark, after: patch.remark }]),
              ...(tags === undefined ? [] : [{ field: 'tags', before: before.tags, after: tags }]),
              ...(employeeId === undefined
                ? []
                : [{ field: 'employeeId', before: before.employeeId, after: employeeId }]),
            ],
          });
          return { id, version: changed };
        }),
      tags: (scope: Scope) => db.read(scope, tagsInUse),

      named: followersNamed,
      /** Fills the placeholder {我的隐患} in an answer to a follower. */
      async filledFor(tx: Tx, followerId: string, text: string): Promise<string> {
        if (!text.includes(ownDangersMark)) return text;
        const [follower] = await followersNamed(tx, [followerId]);
        const employee = follower?.employeeId ? await sources.employee(tx, follower.employeeId) : null;
        if (employee === null) return text.replaceAll(ownDangersMark, unboundText);
        const own = { dutyPersonId: employee.id, enterpriseId: employee.enterpriseId };
        const rows = [];
        for (const status of unrepaired) rows.push(...(await danger.rowsWhere(tx, { ...own, status }, { limit: 100 })));
        const dangers = rows
          .map(({ title, deadlineOn }) => ({ title, deadlineOn }))
          .toSorted((one, two) => (one.deadlineOn < two.deadlineOn ? -1 : 1));
        const words = ownDangersText(employee.name, { rows: dangers, total: rows.length }, clock.now());
        return text.replaceAll(ownDangersMark, words);
      },
      /** Owner of the account that a person follows: an enterprise id, or the lowest id for the unit itself. */
      ownerOf: ownerOfFollower,
      behind: (
        tx: Tx,
        who: { accountId: string; openId: string },
        subscription: { subscribed?: boolean; scene?: string | null } = {},
      ) => followerBehind(tx, newId(), { ...who, nickName: strangerName(who.openId) }, subscription, clock.now()),
    };
  },
  calls: wxFollowerCalls,
});
