import { contentInfo } from '@anlan/contract/modules/content/resource';
import type { ContentType } from '@anlan/contract/modules/content/text';
import { newId } from '#kernel/ids.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import type { Tx } from '#platform/db/index.ts';

/** Text as lines: headings, paragraphs, and list items, which begin with a dot. */
type Lines = readonly string[];

const demo = '本文为演示文本，不构成法律意见。正式运营前，请由运营单位的法务审定后重新发布。';
const texts: Readonly<Record<ContentType, { title: string; lines: Lines }>> = {
  about: {
    title: '关于安澜',
    lines: [
      '安澜是企业管理与安全生产监管的一体化平台，供应急管理、交通运输等监管部门和生产经营单位共同使用。',
      '# 平台能做什么',
      '· 企业建档：一企一档，入驻申请、审核、变更都有记录。',
      '· 双重预防：隐患排查、整改、验收闭环，到期事项提前预警。',
      '· 监督检查：检查计划、检查表、执法通知和复查。',
      '· 安全评分：按企业实际数据计算，逐项说明得分和扣分的依据。',
      '# 联系我们',
      '使用中遇到问题，请先联系本单位的管理员；入驻和账号问题，请联系受理单位。',
      demo,
    ],
  },
  privacy: {
    title: '安澜平台隐私政策',
    lines: [
      '本政策说明平台如何处理您的个人信息。请在注册账号或提交入驻申请之前阅读。',
      '# 一、我们收集哪些信息',
      '· 账号信息：姓名、用户名、手机号码、所属单位，用于建立账号和登录。',
      '· 企业联系人信息：法定代表人、主要负责人、安全员的姓名和电话，用于安全监管联系。',
      '· 从业人员信息：岗位、证书和培训记录，由所在企业依法登记。',
      '· 日志信息：登录时间、网络地址、浏览器类型和操作记录，用于安全审计。',
      '# 二、我们怎样使用',
      '信息只用于企业管理和安全生产监管的目的，不用于广告推送，也不向第三方出售。',
      '手机号码加密保存，在页面上隐藏中间四位；查看完整号码需要权限，并留下记录。',
      '# 三、与谁共享',
      '· 短信服务商：发送验证码和通知时，提供接收短信的手机号码。',
      '· 工商信息服务商：查询企业工商登记信息时，提供企业名称或统一社会信用代码，不提供个人信息。',
      '· 支付机构：开通会员时，由您在支付机构的页面上完成付款，平台不保存银行卡号。',
      '# 四、保存多久',
      '账号存续期间保存；账号注销或单位停用后，按照法律法规规定的期限保存，到期后删除。操作日志至少保存六个月。',
      '# 五、您的权利',
      '您可以查看和更正自己的资料、更换手机号码、下线其他设备的登录。需要删除账号的，请联系单位管理员。',
      '# 六、政策的更新',
      '政策更新后发布新的版本，旧版本不会改变。您同意的是哪一版、何时同意，平台都有记录。',
      demo,
    ],
  },
  service: {
    title: '安澜平台服务协议',
    lines: [
      '本协议由您（使用平台的个人和您所代表的单位）与平台运营单位订立。',
      '# 一、账号',
      '· 请使用真实的单位和个人信息注册，注册后由单位管理员审核。',
      '· 账号只供本人使用。发现他人使用您的账号，请立即修改密码并联系管理员。',
      '# 二、企业入驻',
      '· 申请人应当得到企业的授权，填写的内容与营业执照一致。',
      '· 受理单位审核通过后，平台为申请人开通账号。',
      '# 三、您承诺',
      '· 上报的隐患、整改、人员和证书信息真实、准确、及时。',
      '· 不上传违法信息，不干扰平台运行，不绕过权限查看他人数据。',
      '# 四、安全生产责任',
      '平台提供的提醒、评分和统计用于辅助管理，不代替企业的主体责任，也不代替监管部门的行政决定。',
      '会员是否到期，不影响企业依法上报隐患、整改和接受检查的功能。',
      '# 五、服务的变更与中断',
      '平台维护会提前公告。因不可抗力或第三方服务中断造成的影响，平台尽快恢复并说明情况。',
      '# 六、协议的更新',
      '协议更新后发布新的版本，新的注册和申请以当时有效的版本为准。',
      demo,
    ],
  },
  membership: {
    title: '安澜平台会员协议',
    lines: [
      '本协议适用于为企业开通会员的用户。付款前请确认您有权代表企业购买。',
      '# 一、会员内容',
      '会员包含的席位、存储空间和增值功能，以下单时页面所列的套餐为准。套餐以后调价，不影响已经成交的订单。',
      '# 二、期限',
      '· 会员自付款成功之日起生效，按所购年限计算；赠送的月份接在后面。',
      '· 到期前续费的，期限从原到期日起顺延。',
      '· 到期后有宽限期，宽限期结束后增值功能停止，企业数据保留。',
      '# 三、不受影响的功能',
      '隐患上报与整改、执法通知的签收与回复、到期事项的办理等法定义务功能，不因会员到期而停止。',
      '# 四、付款与发票',
      '支持微信支付和支付宝。付款以支付机构的结果为准；同一订单重复付款的，或者订单关闭后付款的，这笔款项原路退回。付款后可以在订单中申请发票。',
      '# 五、退款',
      '退款由企业所属监管单位的财务人员受理、另一人复核，按照剩余期限计算，原路退回，并相应缩短会员期限。已经开具发票的，先办理红冲。',
      demo,
    ],
  },
};

function markup(lines: Lines): string {
  const parts: string[] = [];
  for (const [at, line] of lines.entries()) {
    const isItem = line.startsWith('· ');
    if (isItem && !lines[at - 1]?.startsWith('· ')) parts.push('<ul>');
    if (line.startsWith('# ')) parts.push(`<h2>${line.slice(2)}</h2>`);
    else parts.push(isItem ? `<li><p>${line.slice(2)}</p></li>` : `<p>${line}</p>`);
    if (isItem && !lines[at + 1]?.startsWith('· ')) parts.push('</ul>');
  }
  return parts.join('');
}

export const seedContents = (tx: Tx, now: Date): Promise<void> =>
  insertAll(
    tx,
    contentInfo.table,
    Object.entries(texts).map(([type, { title, lines }]) => ({
      tenant_id: tx.scope.tenantId,
      id: newId(),
      type,
      title,
      content: markup(lines),
      state: 'published',
      edition: 1,
      published_at: now,
      created_at: now,
      updated_at: now,
    })),
  );
