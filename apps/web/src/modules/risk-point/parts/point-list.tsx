import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Empty } from '#ui/states.tsx';
import { LevelIcon } from '#widgets/risk-level/level.tsx';
import type { Mark } from './plan-view.tsx';
import { layerWords } from './words.ts';

interface ListProps {
  rows: readonly RiskPoint[];
  marks: readonly Mark[];
  chosen: string | null;
  editing: boolean;
  onChoose: (id: string) => void;
  onPlace: (id: string) => void;
}
/** The points beside the plan; the list and the plan choose each other. */
export function PointList({ rows, marks, chosen, editing, onChoose, onPlace }: ListProps) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState(false);
  const numbers = new Map(marks.map(({ row, no }) => [row.id, no]));
  const unplaced = rows.filter(({ planId }) => planId === null).length;
  const shown = rows
    .filter((row) => (missing ? row.planId === null : numbers.has(row.id) || row.planId === null))
    .filter(({ name, ownerName }) => typed === '' || name.includes(typed) || (ownerName ?? '').includes(typed))
    .slice(0, 300);
  return (
    <>
      <div className="plan-head">
        <Input
          aria-label="查找风险点"
          placeholder="风险点、责任人"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          allowClear
        />
        <div className="plan-toggles">
          <button type="button" className="plan-toggle" aria-pressed={missing} onClick={() => setMissing(!missing)}>
            未上图 {unplaced}
          </button>
        </div>
      </div>
      {shown.length === 0 && <Empty icon="place" title="没有风险点" />}
      <ol className="plan-points">
        {shown.map((row) => (
          <li key={row.id} className={row.id === chosen ? 'is-chosen' : undefined}>
            <button type="button" aria-pressed={row.id === chosen} onClick={() => onChoose(row.id)}>
              {row.level && <LevelIcon level={row.level} size={24} text={numbers.get(row.id) ?? ''} />}
              <span className="list-two">
                <span>{row.name}</span>
                <small>
                  {row.ownerName} · {layerWords[row.controlLayer]}
                </small>
              </span>
            </button>
            {row.planId === null && editing && row.abilities.includes('place') ? (
              <Button size="small" aria-label={`把${row.name}放到图上`} onClick={() => onPlace(row.id)}>
                放到图上
              </Button>
            ) : (
              (row.openDangers ?? 0) > 0 && <span className="check-failed">隐患 {row.openDangers}</span>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
