import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { choice, day, prose } from '@anlan/contract/kit/field';
import { maxHoldDays, type ScoreCard } from '@anlan/contract/modules/score/score';
import { useState } from 'react';
import { AskDialog } from '#kit/ask-dialog.tsx';
import { holdColor } from '#lib/score-calls.ts';
import { colorWords } from '#widgets/score/rules.ts';

const worst = ['red', 'orange', 'yellow'] as const;
const rankOf = (color: string) => ['red', 'orange', 'yellow', 'blue', 'unrated'].indexOf(color);

export function HoldDialog({ card: { enterpriseId, computed }, onClose }: { card: ScoreCard; onClose: () => void }) {
  const [{ fields, begin }] = useState(() => {
    const offered = worst.filter((color) => rankOf(color) <= rankOf(computed));
    const words = Object.fromEntries(offered.map((color) => [color, colorWords[color]]));
    const fields = {
      color: choice<Partial<Record<(typeof worst)[number], string>>>(words, '颜色').required(),
      until: day('截止日期').required(),
      reason: prose(200, '原因').required().example('例如：现场检查发现多处带病运行，复核前按橙色管理'),
    };
    return { fields, begin: { color: offered.at(-1), until: addDays(dayOf(new Date()), 30) } };
  });
  return (
    <AskDialog
      title="暂定颜色"
      verb="暂定"
      fields={fields}
      begin={begin}
      act={(input) => holdColor({ enterpriseId, ...input }, { quiet: true })}
      renews={[['score']]}
      onClose={onClose}
    >
      <p>
        计算出的颜色是{colorWords[computed]}。暂定的颜色不能比它更好，最长 {maxHoldDays}{' '}
        天；企业看得到颜色、原因和截止日期。
      </p>
    </AskDialog>
  );
}
