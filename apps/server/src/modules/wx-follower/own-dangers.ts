// The text that a follower receives for 我的隐患: the open dangers of the employee to whom the follower is bound.
import { dayOf } from '@anlan/contract/domain/instant';

/** The placeholder in automatic answers. */
export const ownDangersMark = '{我的隐患}';
const shown = 5;

interface OwnDanger {
  title: string;
  deadlineOn: string;
}

export const unboundText =
  '您的微信还没有绑定从业人员，看不到隐患。请联系企业的安全管理人员或监管人员，在粉丝资料里绑定后再点这里。';

export function ownDangersText(
  name: string,
  { rows, total }: { rows: readonly OwnDanger[]; total: number },
  now: Date,
) {
  if (total === 0) return `${name}，您名下没有待整改的隐患。`;
  const today = dayOf(now);
  const lines = rows.slice(0, shown).map(({ title, deadlineOn }, at) => {
    const late = deadlineOn < today ? '，已超期' : '';
    return `${at + 1}. ${title.slice(0, 40)}（${deadlineOn} 前${late}）`;
  });
  const rest = total > lines.length ? [`另有 ${total - lines.length} 项，请登录安澜查看。`] : [];
  return [`${name}，您名下有 ${total} 项待整改的隐患：`, ...lines, ...rest].join('\n');
}
