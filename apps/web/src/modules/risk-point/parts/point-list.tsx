import { layerWords } from '@anlan/contract/modules/risk-point/check-cycle';
import type { RiskLevel } from '@anlan/contract/modules/enterprise/codes';
import type { RiskPoint } from '@anlan/contract/modules/risk-point/resource';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { Empty } from '#ui/page-states.tsx';
import { LevelIcon, levels, levelWords } from '#widgets/risk-level/level.tsx';
import type { Mark } from './plan-view.tsx';

interface ListProps {
  rows: readonly RiskPoint[];
  marks: readonly Mark[];
  selectedId: string | null;
  editing: boolean;
  /** Today's check status by point; null without permission. */
  checks: ReadonlyMap<string, string> | null;
  onChoose: (id: string) => void;
  onPlace: (id: string) => void;
}
export function PointList({ rows, marks, selectedId: chosen, editing, checks, onChoose, onPlace }: ListProps) {
  const [typed, setTyped] = useState('');
  const [only, setOnly] = useState<RiskLevel | 'missing' | null>(null);
  const numbers = new Map(marks.map(({ row, no }) => [row.id, no]));
  const unplaced = rows.filter(({ planId }) => planId === null).length;
  const shown = rows
    .filter((row) => (only === 'missing' ? row.planId === null : numbers.has(row.id) || row.planId === null))
    .filter(({ level }) => only === null || only === 'missing' || level === only)
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
          {levels.map((level) => (
            <Toggle key={level} of={level} only={only} onChange={setOnly}>
              {levelWords[level].short} {rows.filter((row) => row.level === level).length}
            </Toggle>
          ))}
          <Toggle of="missing" only={only} onChange={setOnly}>
            未上图 {unplaced}
          </Toggle>
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
              <State row={row} check={checks?.get(row.id)} />
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

interface ToggleProps {
  of: RiskLevel | 'missing';
  only: RiskLevel | 'missing' | null;
  onChange: (only: RiskLevel | 'missing' | null) => void;
  children: ReactNode;
}
const Toggle = ({ of, only, onChange, children }: ToggleProps) => (
  <button
    type="button"
    className="plan-toggle"
    aria-pressed={only === of}
    onClick={() => onChange(only === of ? null : of)}
  >
    {children}
  </button>
);

function State({ row: { openDangers }, check }: { row: RiskPoint; check: string | undefined }) {
  if ((openDangers ?? 0) > 0) return <span className="tag tone-red">隐患 {openDangers}</span>;
  if (check === undefined) return null;
  return check === 'done' ? (
    <span className="tag tone-green">今日已检</span>
  ) : (
    <span className="tag tone-orange">今日待检</span>
  );
}
