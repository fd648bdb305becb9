import { numberText } from '@anlan/contract/domain/number-text';
import type { Certificate } from '@anlan/contract/modules/certificate/resource';

export function DueCell({ row: { validTo, nextReviewOn, leftDays, status } }: { row: Certificate }) {
  const left = leftDays ?? 0;
  const isReview = nextReviewOn !== null && nextReviewOn < validTo;
  const counts = status === 'submitted' || status === 'verified';
  const dueText =
    left < 0
      ? `${isReview ? '复审逾期' : '已过期'} ${numberText(-left)} 天`
      : `${isReview ? '复审' : ''}还有 ${numberText(left)} 天`;
  return (
    <span className="list-two">
      <span>{isReview ? `${nextReviewOn} 复审` : validTo}</span>
      {counts && <small className={left < 0 ? 'red' : left <= 30 ? 'org' : ''}>{dueText}</small>}
    </span>
  );
}
