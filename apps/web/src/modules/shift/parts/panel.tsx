import { formatInstant } from '@anlan/contract/domain/instant';
import type { BoardShift } from '@anlan/contract/modules/shift/views';
import { shiftChecks, type ShiftCheck } from '@anlan/contract/modules/shift/resource';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { AnyRow, Values } from '#kit/resource.ts';
import { useMove } from '#kit/use-move.tsx';
import { Icon } from '#ui/icon.tsx';
import { DictTag } from '#widgets/dict-tag.tsx';
import { boundShift, shiftKey, shifts } from '../calls.ts';
import { checkWords, foundOf } from '../rules.ts';

const clockOf = (at: Date | number) => formatInstant(new Date(at)).slice(11, 16);

export function Panel({ of }: { of: BoardShift }) {
  const { shift, plateNo, gates, blocked } = of;
  const client = useQueryClient();
  const [preset, setPreset] = useState<Values>({});
  const moves = useMove(boundShift, {
    look: {
      rows: preset['check'] === 'load' ? ['passengers', 'note'] : ['note'],
      begin: () => preset,
      note: preset['pass'] === false ? '不通过的班次不能发班；说明会显示在看板上。' : undefined,
    },
    talk: { note: '发班前向驾驶员交代当班的天气、路况与安全要求。' },
    assign: {
      rows: ['vehicleId', 'driverId', 'relayDriverId', 'reason'],
      note: '改派后六项核查和班前会重新进行。',
    },
  });
  const row: AnyRow = { ...shift };
  const pass = useMutation({
    mutationFn: (check: ShiftCheck) => shifts.look({ id: shift.id, version: shift.version, check, pass: true }),
    onSettled: () => client.invalidateQueries({ queryKey: shiftKey }),
  });
  const look = (check: ShiftCheck, isPass: boolean) => {
    if (isPass && check !== 'load') {
      pass.mutate(check);
      return;
    }
    setPreset({ check, pass: isPass });
    moves.start(row, 'look');
  };
  const may = (move: (typeof shift.abilities)[number]) => shift.abilities.includes(move);
  const passed = shiftChecks.filter((check) => foundOf(of, check)?.pass).length;
  const failed = shiftChecks.filter((check) => foundOf(of, check)?.pass === false).length;
  const isReady = shift.status === 'checked' && blocked === 0;
  return (
    <section className="shift-panel" aria-label="班次详情">
      <header>
        <h2>
          {clockOf(shift.departAt)} {shift.fromStationName} → {shift.toStation}{' '}
          <DictTag type="shiftStatus" value={shift.status} />
        </h2>
        <p className="sub">
          班次 {shift.no} · {plateNo} · {shift.driverName ?? '未排驾驶员'}
        </p>
      </header>
      <div className="shift-part">
        <h3>
          六项核查
          <small>
            {passed} 通过 · {failed} 不通过 · {shiftChecks.length - passed - failed} 未查
          </small>
        </h3>
        <ul>
          {shiftChecks.map((check) => {
            const checkResult = foundOf(of, check);
            const [, label] = checkWords[check];
            return (
              <li key={check}>
                <Mark is={checkResult === undefined ? null : checkResult.pass} />
                <span className="shift-said">
                  {label}
                  {checkResult?.pass === false && <small className="red">{checkResult.note}</small>}
                </span>
                {checkResult ? (
                  <small className="sub">
                    {checkResult.pass && check === 'load' && shift.passengers !== null
                      ? `${shift.passengers} 人 · `
                      : ''}
                    {checkResult.byName} · {clockOf(checkResult.at)}
                  </small>
                ) : (
                  !may('look') && <small className="sub">未查</small>
                )}
                {may('look') && checkResult?.pass !== true && (
                  <span className="shift-looks">
                    <Button size="small" aria-label={`${label}通过`} onClick={() => look(check, true)}>
                      通过
                    </Button>
                    {checkResult === undefined && (
                      <Button size="small" danger aria-label={`${label}不通过`} onClick={() => look(check, false)}>
                        不通过
                      </Button>
                    )}
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      </div>
      {(shift.status === 'planned' || shift.status === 'checked') && (
        <div className="shift-part">
          <h3>放行条件</h3>
          <ul>
            {gates.map(({ key, label, must, ok, note, from }) => (
              <li key={key}>
                <Mark is={ok ? true : must ? false : 'warn'} />
                <span className="shift-said">
                  {label}
                  <small className={ok ? 'sub' : must ? 'red' : 'sub'}>{note}</small>
                </span>
                <small className="sub">{from ?? (must ? '必须' : '提醒')}</small>
              </li>
            ))}
          </ul>
        </div>
      )}
      {shift.departedAt && (
        <p className="shift-part sub">
          {shift.releasedByName ?? '调度员'} {clockOf(shift.departedAt)} 放行
          {shift.arrivedAt && `，${clockOf(shift.arrivedAt)} 到站`}
        </p>
      )}
      <footer>
        {may('talk') && shift.talkTopic === null && (
          <Button block onClick={() => moves.start(row, 'talk')}>
            登记班前会
          </Button>
        )}
        {may('assign') && (
          <Button block onClick={() => moves.start(row, 'assign')}>
            {shift.driverId === null ? '安排驾驶员' : '改派车辆或驾驶员'}
          </Button>
        )}
        {may('check') && (
          <Button
            block
            type="primary"
            disabled={passed < shiftChecks.length}
            title={passed < shiftChecks.length ? '六项核查全部通过后才能完成安检' : undefined}
            onClick={() => moves.start(row, 'check')}
          >
            完成安检
          </Button>
        )}
        {may('depart') && (
          <Button
            block
            type="primary"
            disabled={!isReady}
            icon={isReady ? undefined : <Icon name="lock" size={14} />}
            title={isReady ? undefined : '放行条件还没有全部满足'}
            onClick={() => moves.start(row, 'depart')}
          >
            发班
          </Button>
        )}
        {may('arrive') && (
          <Button block type="primary" onClick={() => moves.start(row, 'arrive')}>
            到站
          </Button>
        )}
        {may('cancel') && (
          <Button block danger onClick={() => moves.start(row, 'cancel')}>
            取消班次
          </Button>
        )}
      </footer>
      {moves.dialog}
    </section>
  );
}

/** Icon for the result of a check: passed, failed, warning, or not checked (null). */
function Mark({ is }: { is: boolean | 'warn' | null }) {
  const [tone, sign, word] =
    is === true
      ? (['ok', '✓', '通过'] as const)
      : is === false
        ? (['bad', '×', '不通过'] as const)
        : is === 'warn'
          ? (['warn', '!', '提醒'] as const)
          : (['', '–', '未查'] as const);
  return (
    <i className={`shift-mark ${tone}`} role="img" aria-label={word}>
      {sign}
    </i>
  );
}
