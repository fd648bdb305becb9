/** wxStat: numbers of public accounts for each day, counted from followers and messages. */
import type { InputOf } from '@anlan/contract/http/call-table';
import { addDays, startOfDay, endOfDay } from '@anlan/contract/domain/instant';
import { wxStatCalls } from '@anlan/contract/modules/wx-stat/calls';
import { invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { wxAccountModule } from '../wx-account/index.ts';
import { wxMessageModule } from '../wx-message/index.ts';
import { countedDays, countedMessages, followersNow, type Span } from './stat-store.ts';

type Calls = typeof wxStatCalls;
const mostDays = 92;

function spanOf(from: string, to: string): Span {
  if (to < from) throw invalid({ field: 'to', msg: '结束日期不能早于开始日期' });
  if (addDays(from, mostDays) <= to) throw invalid({ field: 'to', msg: `一次最多查看 ${mostDays} 天` });
  return { from: startOfDay(from), to: endOfDay(to) };
}

export const wxStatModule = defineModule('wxStat', {
  needs: { wxAccount: wxAccountModule, wxMessage: wxMessageModule },
  open({ kit, wxAccount, wxMessage }) {
    const accountId = async (tx: Tx, appId: string | undefined) =>
      appId === undefined ? null : (await wxAccount.demand(tx, appId)).id;
    return {
      days: (scope: Scope, { appId, from, to }: InputOf<Calls['days']>) => {
        const span = spanOf(from, to);
        return kit.db.read(scope, async (tx) => {
          const of = await accountId(tx, appId);
          const byDay = new Map((await countedDays(tx, span, of)).map((one) => [one.day, one]));
          const none = { followed: 0, left: 0, received: 0, answered: 0, automatic: 0, failed: 0, writers: 0 };
          const days = [];
          for (let day = to; day >= from; day = addDays(day, -1)) days.push(byDay.get(day) ?? { day, ...none });
          return { followers: await followersNow(tx, of), days };
        });
      },
      rows: (scope: Scope, { filter: { appId, day, to = day, kind }, page, size }: InputOf<Calls['rows']>) => {
        const span = spanOf(day, to);
        return kit.db.read(scope, async (tx) => {
          const window = { limit: size, offset: (page - 1) * size };
          const of = await accountId(tx, appId);
          const { ids, total } = await countedMessages(tx, span, of, kind, window);
          return { rows: await wxMessage.named(tx, ids), total, page, size };
        });
      },
    };
  },
  calls: wxStatCalls,
});
