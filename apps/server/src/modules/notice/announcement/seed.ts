import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';
import { newId } from '#kernel/ids.ts';
import { textOf } from './present.ts';
import { keysOf } from './rules.ts';
import type { RowAudience } from './tables.ts';

interface AnnouncementSeed {
  title: string;
  kind: string;
  content: string;
  audience: RowAudience;
  targets?: string[];
  needReceipt?: true;
  pinned?: true;
  /** Days between publication and the start date of the demo; null for a draft. */
  daysAgo: number | null;
  read?: true;
}

const items = (...texts: string[]) => `<ol>${texts.map((text) => `<li><p>${text}</p></li>`).join('')}</ol>`;
const lines = (...texts: string[]) => texts.map((text) => `<p>${text}</p>`).join('');

const winter = (who: string): AnnouncementSeed => ({
  title: '关于开展冬季安全生产专项检查的通知',
  kind: 'deployment',
  content:
    lines(`为做好今冬明春安全生产工作，${who}决定开展专项检查，现将有关事项通知如下。`) +
    '<h2>一、检查时间</h2>' +
    lines('即日起至 <strong>12 月 31 日</strong>，分自查、抽查、复查三个阶段。') +
    '<h2>二、检查重点</h2>' +
    items(
      '消防通道、疏散指示和应急照明',
      '有限空间和动火作业的审批与监护',
      '特种设备检验和作业人员持证',
      '隐患整改闭环情况',
    ) +
    '<h2>三、有关要求</h2>' +
    lines('主要负责人要亲自部署，自查发现的问题边查边改，并在系统中如实登记。请各企业阅读后提交回执。'),
  audience: 'kinds',
  targets: ['enterprise'],
  needReceipt: true,
  pinned: true,
  daysAgo: 2,
});

const shared: AnnouncementSeed[] = [
  {
    title: '寒潮蓝色预警期间安全提示',
    kind: 'warning',
    content:
      lines('受强冷空气影响，未来三天气温明显下降并伴有大风，请注意：') +
      '<ul><li><p>室外高处作业、吊装作业遇六级以上大风立即停止</p></li><li><p>检查供水、供气管线保温，防止冻裂泄漏</p></li><li><p>值班人员保持通信畅通，险情第一时间上报</p></li></ul>',
    audience: 'all',
    daysAgo: 1,
  },
  {
    title: '有限空间作业事故警示通报',
    kind: 'case',
    content:
      lines('近日外地发生一起污水池清淤中毒事故，因盲目施救造成人员伤亡扩大。') +
      '<h2>事故教训</h2>' +
      items('未通风、未检测即进入', '没有监护人员和应急装备', '从业人员没有经过专项培训') +
      '<blockquote><p>有限空间作业必须“先通风、再检测、后作业”，严禁盲目施救。</p></blockquote>',
    audience: 'all',
    daysAgo: 9,
    read: true,
  },
  {
    title: '企业主要负责人和安全管理人员年度再培训安排',
    kind: 'training',
    content: lines(
      '年度再培训不少于 12 学时，请各企业于月底前完成报名，线上学习与集中授课相结合。',
      '报名后未能参加的，请提前三天说明原因。',
    ),
    audience: 'kinds',
    targets: ['enterprise'],
    daysAgo: 20,
    read: true,
  },
  {
    title: '年度安全生产工作总结（征求意见稿）',
    kind: 'other',
    content: lines('初稿，请内部先看，确定后发布。'),
    audience: 'kinds',
    targets: ['regulator'],
    daysAgo: null,
  },
];

const own: Readonly<Record<string, readonly AnnouncementSeed[]>> = {
  '1': [
    winter('区应急管理局'),
    {
      title: '滨江区重点企业安全生产责任险投保情况核对',
      kind: 'policy',
      content: lines('请辖区内高危行业企业核对保单信息，保单到期前一个月完成续保，并在企业档案中更新保单号和到期日。'),
      audience: 'regions',
      targets: ['330108'],
      daysAgo: 5,
    },
    ...shared,
  ],
  '2': [
    winter('市交通运输局'),
    {
      title: '道路运输企业动态监控值守要求',
      kind: 'policy',
      content: lines('“两客一危”企业应落实 24 小时动态监控值守，对超速、疲劳驾驶报警在 10 分钟内处置并留存记录。'),
      audience: 'industries',
      targets: ['G54'],
      daysAgo: 6,
    },
    ...shared,
  ],
  '3': [
    winter('集团安全环保部'),
    {
      title: '集团所属企业安全投入月报填报口径说明',
      kind: 'policy',
      content: lines(
        '安全投入取自安全生产费用台账，不再填报。请按实际支出及时登记，跨月支出计入付款当月；设备更新与安全改造应分别登记。',
      ),
      audience: 'all',
      daysAgo: 6,
    },
    ...shared,
  ],
};

const notice: AnnouncementSeed = {
  title: '安澜平台升级通知：消息中心上线',
  kind: 'other',
  content:
    lines('平台已完成升级，新增消息中心：') +
    '<ul><li><p>公告、系统通知和待办集中在一处查看</p></li><li><p>需要回执的公告可以一键确认</p></li></ul>' +
    lines('使用中如有问题，请联系本单位管理员。'),
  audience: 'all',
  daysAgo: 3,
};

export interface SeedPeople {
  publisher: { id: string; name: string };
  readers: readonly string[];
  unit: string;
}

const dayMs = 86_400_000;
/** Days in which readers must send their receipts. */
const receiptDays = 5;

/** Creates demo announcements. The content of each one depends only on its index. */
export async function seedAnnouncements(tx: Tx, { publisher, readers, unit }: SeedPeople, now: Date): Promise<void> {
  const { tenantId } = tx.scope;
  const isPlatform = tenantId === '0';
  const rows = [];
  const targets = [];
  const read = [];
  for (const made of isPlatform ? [notice] : (own[tenantId] ?? [])) {
    const text = textOf(made.content);
    if (text === null) continue;
    const id = newId();
    const out =
      made.daysAgo === null ? null : new Date(Date.parse(`${dayOf(now)}T09:30:00+08:00`) - made.daysAgo * dayMs);
    const addressed = { audience: made.audience, targets: made.targets ?? [] };
    rows.push({
      tenant_id: tenantId,
      id,
      version: 1,
      readers: isPlatform ? ['*'] : [],
      channel: isPlatform ? 'system' : 'announcement',
      title: made.title,
      kind: made.kind,
      ...text,
      ...addressed,
      need_receipt: made.needReceipt === true,
      receipt_due_on: made.needReceipt ? addDays(dayOf(now), receiptDays) : null,
      pinned: made.pinned === true,
      state: out === null ? 'draft' : 'published',
      publish_at: out,
      told_at: out,
      from_name: unit,
      publisher_id: out === null ? null : publisher.id,
      publisher_name: out === null ? null : publisher.name,
      created_at: out ?? now,
      created_by: publisher.id,
      updated_at: out ?? now,
      updated_by: publisher.id,
    });
    if (out === null) continue;
    if (!isPlatform)
      for (const target of keysOf(addressed)) targets.push({ tenant_id: tenantId, announcement_id: id, target });
    if (made.read)
      for (const userId of readers)
        read.push({ tenant_id: tenantId, announcement_id: id, user_id: userId, read_at: out, receipt_at: null });
  }
  await insertAll(tx, 'announcement', rows);
  await insertAll(tx, 'announcement_target', targets);
  await insertAll(tx, 'announcement_read', read);
}
