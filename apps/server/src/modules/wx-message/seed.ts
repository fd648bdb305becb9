// Demo conversations with the people of the simulator's phone.
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import type { SeedContext } from '#kit/module.ts';
import { idAt } from '#kernel/ids.ts';
import type { Tx } from '#platform/db/index.ts';
import { seededAccounts } from '../wx-account/index.ts';
import { noteIncoming, noteOutgoing } from './conversation-store.ts';
import { addMessage } from './message-store.ts';
import { windowRules } from './rules.ts';
import { bindSeeded, seededFollower, storedFollower } from './seed-store.ts';

const minute = 60_000;
const hour = 60 * minute;
/**
 * A demo conversation: each message with its age in minutes. A text that begins with > is the account's answer, one
 * that begins with @ a place.
 */
interface Chat {
  no: number;
  name: string;
  lines: readonly (readonly [minutesAgo: number, text: string])[];
}
const chats: readonly Omit<Chat, 'no'>[] = [
  {
    name: '晨光',
    lines: [
      [95, '您好，安全生产许可证快到期了，延期要提交哪些材料？'],
      [80, '>您好，请先在平台上提交申请，材料清单在“办事指南”里。'],
      [12, '好的，身份证复印件要盖章吗？'],
    ],
  },
  {
    name: '海风',
    lines: [
      [40, '3 号仓库东侧消防通道被货物堵住了，已经让仓管去清理'],
      [38, '清理完拍照给您'],
    ],
  },
  {
    name: '青山',
    lines: [
      [300, '请问监督检查的整改期限可以延长几天吗'],
      [270, '>可以在待整改事项里提交延期申请，说明原因即可。'],
      [265, '明白了，谢谢'],
    ],
  },
  { name: '听雨', lines: [[5, '配电室的门锁坏了，算不算隐患？']] },
  { name: '远帆', lines: [[2 * 24 * 60 + 180, '上周提交的自查报告看到了吗']] },
  {
    name: '星河',
    lines: [
      [1_500, '安全管理人员证书换发到哪里办'],
      [1_440, '>请到政务服务中心二楼 12 号窗口。'],
    ],
  },
  {
    name: '麦田',
    lines: [
      [600, '收到平台短信提醒，但登录不上'],
      [590, '提示密码错误'],
    ],
  },
  {
    name: '松涛',
    lines: [
      [34, '@新厂区南门'],
      [33, '我们在新厂区门口，检查组到哪里了'],
    ],
  },
];

const ownChats: readonly Omit<Chat, 'no'>[] = [
  {
    name: '白鹭',
    lines: [
      [190, '三车间西侧安全出口的指示灯不亮了'],
      [170, '>收到，已经通知电工今天换，换好拍照给您。'],
      [25, '换好了，谢谢'],
    ],
  },
  {
    name: '晴川',
    lines: [
      [52, '明天的班前会还是七点半吗？'],
      [51, '我这边两个新来的也要签到'],
    ],
  },
  {
    name: '石榴',
    lines: [
      [1_600, '送货的车从哪个门进，要带什么证件'],
      [1_570, '>从南门进，驾驶员带从业资格证，进厂限速 5 公里。'],
    ],
  },
];

export async function seedConversations(tx: Tx, { now, since, accounts }: SeedContext): Promise<void> {
  // Each day some of the people write again.
  if (since === dayOf(now)) return;
  const day = daysBetween('2026-01-01', dayOf(now));
  const writes = (at: number) => since === null || (at + day) % 3 === 0;
  const clerkOf = (role: string) => [...accounts].find(([name]) => name.startsWith(role))?.[1];
  for (const account of await seededAccounts(tx)) {
    const unit = account.enterpriseId === null;
    const selectedChats = unit ? chats : ownChats;
    const clerk = { id: clerkOf(unit ? 'regulator' : 'entadmin'), name: unit ? '值班人员' : '安全管理员' };
    for (const [at, chat] of selectedChats.entries()) {
      if (!writes(at)) continue;
      await seedChat(tx, account.id, { no: at + (unit ? 1 : chats.length + 1), ...chat }, clerk, now);
    }
    if (since === null) await bindSeeded(tx, account);
  }
}

async function seedChat(
  tx: Tx,
  accountId: string,
  { no, name, lines }: Chat,
  clerk: { id: string | undefined; name: string },
  now: Date,
): Promise<void> {
  const first = new Date(now.getTime() - (lines[0]?.[0] ?? 0) * minute - hour);
  const openId = `oSim${String(no).padStart(24, '0')}`;
  const storedId = await storedFollower(tx, accountId, openId);
  const followerId = storedId ?? (await seededFollower(tx, { accountId, openId, nickName: name, at: first }));
  // WeChat reports each new follower with an event, and the statistics count these events.
  const followed = { repType: 'event', repEvent: 'subscribe', readFlag: '0', type: '1' } as const;
  if (storedId === null)
    await addMessage(tx, { id: idAt(first), accountId, wxUserId: followerId, createTime: first, ...followed });
  for (const [ago, text] of lines) {
    const createTime = new Date(now.getTime() - ago * minute);
    const answer = text.startsWith('>');
    const place = text.startsWith('@');
    const repType = place ? ('location' as const) : ('text' as const);
    // Lists order messages by their ids.
    const id = idAt(createTime);
    const one = { id, accountId, wxUserId: followerId, repType, createTime };
    if (answer) {
      const answerFields = { repContent: text.slice(1), readFlag: '0' as const, sendState: 'sent' as const };
      const by = clerk.id === undefined ? {} : { senderId: clerk.id, senderName: clerk.name };
      await addMessage(tx, { ...one, ...answerFields, ...by, type: '2' });
      await noteOutgoing(tx, {
        followerId,
        messageId: id,
        repType: 'text',
        at: createTime,
        uses: 'window',
        auto: false,
      });
    } else {
      const content = place
        ? { repContent: text.slice(1), repLocationX: 30.2741, repLocationY: 120.1551 }
        : { repContent: text };
      await addMessage(tx, { ...one, ...content, readFlag: '1', type: '1' });
      const { ms, rows } = windowRules.service.message;
      const opens = { trigger: 'message' as const, endsAt: new Date(createTime.getTime() + ms), rows };
      await noteIncoming(tx, { followerId, accountId, messageId: id, repType, isEvent: false, at: createTime }, opens);
    }
  }
}
