import type { StandardDanger } from '@anlan/contract/modules/danger/views';
import { useQuery } from '@tanstack/react-query';
import { AutoComplete, Button } from 'antd';
import { useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { standards } from '../calls.ts';

const first = 6;
const focus = (box: { focus: () => void } | null) => box?.focus();

interface Props {
  /** What was picked. */
  chosen: StandardDanger | null;
  onPick: (standard: StandardDanger | null) => void;
}

/** One of each category: what is wrong is seldom twice of a kind. */
const commonest = (all: readonly StandardDanger[]) =>
  all.filter(({ category }, at) => all.findIndex((one) => one.category === category) === at).slice(0, first);

/** The commonest standard dangers to press, and all of them to search in. */
export function StandardPick({ chosen, onPick }: Props) {
  const { data = [] } = useQuery(standards());
  const [searching, setSearching] = useState(false);
  const [typed, setTyped] = useState('');
  const shown = commonest(data);
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
            .map((one) => ({ value: one.code, label: <Found standard={one} /> }))}
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
          依据：{chosen.basis}
          {!chosen.certain && '（条款待核对原文）'} · 一般 {chosen.days} 天内整改
          <Button type="link" size="small" onClick={() => onPick(null)}>
            换一个
          </Button>
        </p>
      )}
    </>
  );
}

const Found = ({ standard }: { standard: StandardDanger }) => (
  <span className="list-two">
    <span>{standard.title}</span>
    <small>{standard.basis}</small>
  </span>
);
