import type { BoardShift } from '@anlan/contract/modules/shift/views';
import { shiftChecks } from '@anlan/contract/modules/shift/resource';
import { checkWords, foundOf } from '../rules.ts';

export function CheckMarks({ of }: { of: BoardShift }) {
  return (
    <span className="six" role="group" aria-label="六项核查">
      {shiftChecks.map((check) => {
        const [short, label] = checkWords[check];
        const checkResult = foundOf(of, check);
        const resultText = checkResult === undefined ? '未查' : checkResult.pass ? '通过' : '不通过';
        return (
          <i
            key={check}
            role="img"
            className={`six-one ${checkResult === undefined ? '' : checkResult.pass ? 'ok' : 'bad'}`}
            aria-label={`${label}：${resultText}`}
            title={`${label}：${resultText}`}
          >
            {checkResult?.pass === false ? '×' : short}
          </i>
        );
      })}
    </span>
  );
}
