// Rules for the content of notices; pure functions.
import {
  requiresRectification,
  type Measure,
  type NoticeItem,
  type NoticeReply,
} from '@anlan/contract/modules/enforcement/resource';

/** The first problem with the content of a notice; null if there is none. */
export function problemOf(
  kind: string,
  items: readonly NoticeItem[],
  measures: readonly Measure[],
): { field: string; msg: string } | null {
  if (requiresRectification(kind) && items.length === 0) return { field: 'items', msg: '请填写至少一个事项' };
  const baseless = items.flatMap(({ clause }, at) => (clause ? [] : [at + 1]));
  if (requiresRectification(kind) && baseless.length > 0)
    return { field: 'items', msg: `第 ${baseless.join('、')} 项没有法律依据，请填写违反的法律、法规、规章或标准条款` };
  if (new Set(items.map(({ key }) => key)).size < items.length) return { field: 'items', msg: '事项的标识重复' };
  if (kind === 'onSiteDecision' && measures.length === 0) return { field: 'measures', msg: '请填写现场处理措施' };
  if (kind !== 'onSiteDecision' && measures.length > 0)
    return { field: 'measures', msg: '只有现场处理措施决定书可以有现场处理措施' };
  return null;
}

/** The first problem with the answers; null if every item has an answer with evidence. */
export function replyProblem(items: readonly NoticeItem[], replies: readonly NoticeReply[]): string | null {
  const itemKeys = new Set(items.map(({ key }) => key));
  if (replies.some(({ key }) => !itemKeys.has(key)) || new Set(replies.map(({ key }) => key)).size < replies.length)
    return '回复的事项与通知不一致，请刷新后重试';
  const missing = items.flatMap(({ key }, at) => {
    const reply = replies.find((one) => one.key === key);
    return reply && reply.evidence.length > 0 && reply.text !== '' ? [] : [at + 1];
  });
  return missing.length === 0 ? null : `第 ${missing.join('、')} 项还没有整改情况或证据`;
}

export const stopsWork = (measures: readonly Measure[]): boolean => measures.some(({ kind }) => kind === 'stop');
