import { wxAutoReply } from '@anlan/contract/modules/wx-reply/resource';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { ofUnit, seededAccounts } from '../wx-account/index.ts';
import { addSeededReply } from './auto-reply-store.ts';

const prepared = [
  ['收到', '{昵称}您好，已收到，我们核实后尽快回复您。'],
  ['整改期限', '{昵称}您好，{企业}目前还有 {隐患数} 项隐患没有整改，请在期限前完成并上传整改照片。'],
  ['办事时间', '窗口受理时间为工作日 9:00 到 17:00，也可以在安澜平台上直接提交。'],
  ['要照片', '请拍一张现场照片发过来，注意拍清楚位置和设备编号。'],
] as const;
const automatic = [
  {
    name: '欢迎语',
    type: 'subscribe',
    text: '感谢关注。发现身边的隐患，直接发文字和照片给我们，工作日内答复；紧急情况请拨打 119 或 120。',
  },
  {
    name: '窗口时间',
    type: 'keyword',
    keyword: '办事时间',
    match: 'contains',
    text: '窗口受理时间为工作日 9:00 到 17:00，法定节假日除外。',
  },
  {
    name: '办事指南菜单',
    type: 'keyword',
    keyword: '办事指南',
    match: 'exact',
    text: '登录安澜平台即可办理：企业信息变更、隐患整改与复查、人员证书、安全月报。有问题请直接留言，工作日内答复。',
  },
  {
    name: '我的隐患菜单',
    type: 'keyword',
    keyword: '我的隐患',
    match: 'exact',
    text: '{我的隐患}\n整改完成后登录安澜，拍照上传，等待复查。',
  },
  {
    name: '举报方式',
    type: 'keyword',
    keyword: '怎么举报',
    match: 'contains',
    text: '请写明单位名称、地点和问题，附上现场照片直接发过来；可以匿名，查实后按规定奖励。',
  },
] as const;

export async function seedQuickReplies(tx: Tx, { now }: SeedContext): Promise<void> {
  for (const { enterpriseId } of await seededAccounts(tx))
    for (const [at, [title, content]] of prepared.entries())
      await addSeededReply(tx, { enterpriseId: enterpriseId ?? ofUnit, title, content, sort: (at + 1) * 10, at: now });
}

export async function seedAutoReplies(tx: Tx, context: SeedContext): Promise<void> {
  const rows = (await seededAccounts(tx)).flatMap(({ id: accountId }) =>
    automatic.map(({ text, ...rule }, at) => ({
      at: context.now,
      values: { accountId, answer: { repType: 'text', repContent: text }, sort: (at + 1) * 10, ...rule },
    })),
  );
  await insertSeeds(tx, context, wxAutoReply, rows);
}
