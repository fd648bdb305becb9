// Builds the Chinese sentences of log entries: who did what to which record.
import type { LabelledChange } from './field-change.ts';

/** Replaces the name of a row that is deleted or that the reader may not see. */
export const hiddenRowName = '（已删除或无权查看）';

/** Sentences in which the name of the record replaces `{}`. For other calls, the name follows the title. */
const sentencesAroundObject: Readonly<Record<string, string>> = {
  'enterprise.submit': '提交了 {} 的审核',
  'enterprise.withdraw': '撤回了 {} 的审核',
  'enterprise.approve': '通过了 {} 的审核',
  'enterprise.reject': '驳回了 {} 的审核',
  'enterprise.apply': '为 {} 申请入驻',
  'enterprise.applyAgain': '重新提交了 {} 的申请',
  'enterprise.applyWithdraw': '撤回了 {} 的申请',
  'enterprise.assignOfficer': '为 {} 指派监管责任人',
  'enterprise.addLabels': '为 {} 添加标签',
  'enterprise.removeLabels': '移除 {} 的标签',
  'enterprise.transfer': '移交 {} 的属地',
  'enterprise.suspend': '把 {} 改为停产停业',
  'enterprise.resume': '恢复 {} 的生产',
  'enterprise.updateLogo': '更新 {} 的系统标志',
  'user.password': '重置了 {} 的密码',
  'user.giveRoles': '授予 {} 角色',
  'user.decide': '审核 {} 的注册',
  'user.unbind': '把 {} 移出企业',
  'user.removeFactor': '解除 {} 的两步验证',
  'access.roleMenu': '分配 {} 的权限',
  'audit.reveal': '查看 {} 的隐藏信息',
};

/** Builds the text of an act from the title of the call and the name of the record. Example: 通过了 鹿溪化工 的审核. */
export function describeAct({ call, title, name }: { call: string; title: string; name: string | null }): string {
  // For calls of the session, such as signing in, the record is the person. The sentence omits the name of that person.
  if (name === null || call.startsWith('session.')) return title;
  return sentencesAroundObject[call]?.replace('{}', () => name) ?? `${title} ${name}`;
}

/** Builds the text of one changed field. Example: 把 状态 由 正常 改为 停产停业. */
export function describeChange({ label, was, now }: Pick<LabelledChange, 'label' | 'was' | 'now'>): string {
  if (was === '') return now === '' ? `改了 ${label}` : `把 ${label} 填为 ${now}`;
  return now === '' ? `清空了 ${label}（原为 ${was}）` : `把 ${label} 由 ${was} 改为 ${now}`;
}
