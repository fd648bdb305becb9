import { numberText } from '@anlan/contract/domain/number-text';
import type { Figure } from '@anlan/contract/modules/enterprise/statistics';
import type { Supervision } from '@anlan/contract/modules/home/home';
import { homeNumbers } from '@anlan/contract/modules/home/number-definitions';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { CountLink } from '#widgets/count-link.tsx';
import { colorWords } from '#widgets/score/rules.ts';
import { supervisionNumbers } from '../calls.ts';
import { HomeCard } from './home-card.tsx';
import './supervision.css';

export function SupervisionCard() {
  const read = useQuery(supervisionNumbers);
  return (
    <HomeCard title="检查与安全分" note="安全分最低的 10 家" height={236} of={read}>
      {(home) => (
        <div className="supervision">
          <dl>
            <Number
              label="本年检查覆盖"
              unit="%"
              meaning={homeNumbers.inspected.definition}
              note={`${numberText(home.inspected.numerator)} / ${numberText(home.inspected.denominator)} 家`}
              figure={home.inspected}
            />
            <Number
              label="本月监管检查"
              unit="次"
              meaning={homeNumbers.inspections.definition}
              note={
                home.perInspection.value === null
                  ? '本月还没有完成的检查'
                  : `平均每次查出隐患 ${home.perInspection.value} 项`
              }
              figure={home.inspections}
            />
            <Number
              label="排查按时率"
              unit="%"
              meaning={homeNumbers.checked.definition}
              note={`近 30 天 ${numberText(home.checked.numerator)} / ${numberText(home.checked.denominator)} 项`}
              figure={home.checked}
            />
            <Number
              label="管控中的风险点"
              unit="个"
              meaning={homeNumbers.controlled.definition}
              note={`其中重大风险 ${numberText(home.controlled.numerator)} 个`}
              figure={home.controlled}
            />
            <Number
              {...homeNumbers.accidents}
              meaning={homeNumbers.accidents.definition}
              note={`死亡 ${numberText(home.accidents.numerator)} 人；上年同期 ${numberText(home.accidentsBefore.value)} 起，死亡 ${numberText(home.accidentsBefore.numerator)} 人`}
              figure={home.accidents}
            />
            <Number
              {...homeNumbers.nearMisses}
              meaning={homeNumbers.nearMisses.definition}
              note="没有造成伤害和损失"
              figure={home.nearMisses}
            />
            <Number
              label="安全分中位数"
              unit="分"
              meaning={homeNumbers.score.definition}
              note={`有安全分的 ${numberText(home.score.numerator)} / ${numberText(home.score.denominator)} 家`}
              figure={home.score}
            />
          </dl>
          <Lowest home={home} />
        </div>
      )}
    </HomeCard>
  );
}

interface NumberProps {
  label: string;
  unit: string;
  meaning: string;
  note: string;
  figure: Figure;
}

const Number = ({ label, unit, meaning, note, figure }: NumberProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <CountLink to={figure.href} meaning={meaning}>
        {numberText(figure.value)}
        {figure.value !== null && <small>{unit}</small>}
      </CountLink>
      <em>{note}</em>
    </dd>
  </div>
);

const Lowest = ({ home }: { home: Supervision }) =>
  home.lowest.length === 0 ? (
    <p className="sub">还没有企业算得出安全分：至少三项有数据。</p>
  ) : (
    <ol aria-label="安全分最低的企业">
      {home.lowest.map(({ id, name, score, color, href }) => (
        <li key={id}>
          <Link className="link" to={href} state={startsFresh} title={name}>
            {name}
          </Link>
          <span className={`tag tone-${color === 'unrated' ? 'grey' : color}`}>
            {color === 'unrated' ? '未评' : colorWords[color]}
          </span>
          <b>{score}</b>
        </li>
      ))}
    </ol>
  );
