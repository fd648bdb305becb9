import type { BoardShift } from '@anlan/contract/modules/shift/views';
import { shiftChecks } from '@anlan/contract/modules/shift/resource';
import { checkWords, foundOf } from '../rules.ts';

/** The six checks of a shift, shape before colour. */
export function Six({ of }: { of: BoardShift }) {
  return (
    <span className="six" role="group" aria-label="六项核查">
      {shiftChecks.map((check) => {
        const [short, label] = checkWords[check];
        const found = foundOf(of, check);
        const said = found === undefined ? '未查' : found.pass ? '通过' : '不通过';
        return (
          <i
            key={check}
            role="img"
            className={`six-one ${found === undefined ? '' : found.pass ? 'ok' : 'bad'}`}
            aria-label={`${label}：${said}`}
            title={`${label}：${said}`}
          >
            {found?.pass === false ? '×' : short}
          </i>
        );
      })}
    </span>
  );
}
