import type { SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { addSeededReply } from './auto-store.ts';

const prepared = [
  ['收到', '{昵称}您好，已收到，我们核实后尽快回复您。'],
  ['整改期限', '{昵称}您好，{企业}目前还有 {隐患数} 项隐患没有整改，请在期限前完成并上传整改照片。'],
  ['办事时间', '窗口受理时间为工作日 9:00 到 17:00，也可以在安澜平台上直接提交。'],
  ['要照片', '请拍一张现场照片发过来，注意拍清楚位置和设备编号。'],
] as const;

/** Adds prepared answers of the demonstration. */
export async function seedQuickReplies(tx: Tx, { now }: SeedContext): Promise<void> {
  for (const [at, [title, content]] of prepared.entries())
    await addSeededReply(tx, { title, content, sort: (at + 1) * 10, at: now });
}
