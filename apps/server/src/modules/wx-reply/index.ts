/** wxReply: prepared replies: automatic replies (自动回复), and quick replies for staff (快捷回复). */
import { dayOf } from '@anlan/contract/domain/instant';
import { wxAutoReplyCalls, wxQuickReplyCalls } from '@anlan/contract/modules/wx-reply/calls';
import { wxAutoContent, wxAutoReply, wxQuickReply } from '@anlan/contract/modules/wx-reply/resource';
import { invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { ofUnit, wxAccountModule } from '../wx-account/index.ts';
import { wxFollowerModule } from '../wx-follower/index.ts';
import { rulesOf, type AutoContent } from './auto-reply-store.ts';
import { answerTo, autoProblem, filledIn, type Asked } from './rules.ts';
import { seedAutoReplies, seedQuickReplies } from './seed.ts';

type AutoReplyRow = RowOf<typeof wxAutoReply>;

export type { AutoContent } from './auto-reply-store.ts';

const textIn = (value: unknown) => (typeof value === 'string' ? value : null);
function demandWhole(rule: Parameters<typeof autoProblem>[0]) {
  const problem = autoProblem(rule);
  if (problem) throw invalid(problem);
}
function wantedOf(
  row: AutoReplyRow,
  patch: { reqType?: string | null | undefined; keyword?: string | null | undefined; answer?: AutoContent | undefined },
) {
  return {
    type: row.type,
    reqType: patch.reqType === undefined ? textIn(row.reqType) : patch.reqType,
    keyword: patch.keyword === undefined ? textIn(row.keyword) : patch.keyword,
    answer: patch.answer ?? wxAutoContent.parse(row.answer),
  };
}

export const wxAutoReplyModule = defineModule('wxAutoReply', {
  needs: { wxAccount: wxAccountModule },
  open: ({ kit }) => ({
    ...openResource(wxAutoReply, kit, {
      beforeCreate(_tx, { type, reqType = null, keyword = null, answer }) {
        demandWhole({ type, reqType, keyword, answer });
      },
      beforeUpdate(_tx, row, patch) {
        demandWhole(wantedOf(row, patch));
      },
    }),
    answerTo: async (tx: Tx, accountId: string, incomingMessage: Asked): Promise<AutoContent | null> =>
      answerTo(incomingMessage, await rulesOf(tx, accountId)),
  }),
  calls: wxAutoReplyCalls,
  seed: seedAutoReplies,
});

export const wxQuickReplyModule = defineModule('wxQuickReply', {
  needs: { wxFollower: wxFollowerModule },
  open({ kit, wxFollower }) {
    const replies = openResource(wxQuickReply, kit, {
      compute: (_tx, rows) =>
        Promise.resolve(
          new Map(rows.filter((row) => row.enterpriseId === ofUnit).map((row) => [row.id, { enterpriseId: null }])),
        ),
      beforeCreate: ({ scope }, { enterpriseId }) => ({ enterpriseId: enterpriseId ?? scope.enterpriseId ?? ofUnit }),
    });
    return {
      ...replies,
      async filled(scope: Scope, { wxUserId }: { wxUserId: string }) {
        const { follower, enterprise, dangerCount } = await wxFollower.facts(scope, { id: wxUserId });
        const variables = {
          昵称: follower.remark ?? follower.nickName,
          企业: enterprise?.name ?? null,
          隐患数: enterprise ? String(dangerCount) : null,
          今天: dayOf(kit.clock.now()),
        };
        return kit.db.read(scope, async (tx) =>
          (
            await replies.rowsWhere(
              tx,
              { enterpriseId: (await wxFollower.ownerOf(tx, wxUserId)) ?? ofUnit },
              { limit: 200, order: 'sort' },
            )
          ).map((row) => ({
            id: row.id,
            title: row.title,
            text: filledIn(row.content, variables),
          })),
        );
      },
    };
  },
  calls: wxQuickReplyCalls,
  seed: seedQuickReplies,
});
