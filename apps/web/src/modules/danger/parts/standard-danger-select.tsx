import type { StandardDanger } from '@anlan/contract/modules/danger/views';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button } from 'antd';
import { useState } from 'react';
import { TwoCell } from '#kit/cells.tsx';
import { Icon } from '#ui/icon.tsx';
import { standards } from '../calls.ts';

const first = 6;
const focus = (box: { focus: () => void } | null) => box?.focus();

interface Props {
  selectedStandard: StandardDanger | null;
  onPick: (standard: StandardDanger | null) => void;
}

/** Limits the suggestions to one standard danger per category. */
const onePerCategory = (all: readonly StandardDanger[]) =>
  all.filter(({ category }, at) => all.findIndex((one) => one.category === category) === at).slice(0, first);

export function StandardPick({ selectedStandard: chosen, onPick }: Props) {
  const { data = [] } = useQuery(standards());
  const [searching, setSearching] = useState(false);
  const [typed, setTyped] = useState('');
  const shown = onePerCategory(data);
  if (chosen && !shown.some(({ code }) => code === chosen.code)) shown.push(chosen);
  const wanted = typed.trim();
  return (
    <>
      <div className="report-chips" role="group" aria-label="常见隐患">
        {shown.map((one) => (
          <button
            key={one.code}
            type="button"
            aria-pressed={one.code === chosen?.code}
            onClick={() => onPick(one.code === chosen?.code ? null : one)}
          >
            {one.code === chosen?.code && <i aria-hidden>✓</i>}
            {one.title}
          </button>
        ))}
        <button type="button" aria-expanded={searching} onClick={() => setSearching(!searching)}>
          <Icon name="search" size={14} />
          其他
        </button>
      </div>
      {searching && (
        <AutoComplete
          ref={focus}
          defaultActiveFirstOption={false}
          aria-label="在标准隐患库中查找"
          placeholder="在标准隐患库中查找"
          value={typed}
          options={data
            .filter((one) => wanted === '' || one.title.includes(wanted) || one.basis.includes(wanted))
            .slice(0, 50)
            .map((one) => ({
              value: one.code,
              label: <TwoCell first={{ text: one.title }} second={{ text: one.basis }} />,
            }))}
          onChange={setTyped}
          onSelect={(code: string) => {
            onPick(data.find((one) => one.code === code) ?? null);
            setTyped('');
            setSearching(false);
          }}
          notFoundContent="库中没有，可在下面直接填写"
        />
      )}
      {chosen && (
        <p className="report-basis">
          依据：{chosen.basis} · 一般 {chosen.days} 天内整改
          <Button type="link" size="small" onClick={() => onPick(null)}>
            换一个
          </Button>
        </p>
      )}
    </>
  );
}
