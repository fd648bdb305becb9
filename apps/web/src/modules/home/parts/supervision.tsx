import { numberText } from '@anlan/contract/domain/number-text';
import type { Measure } from '@anlan/contract/kit/measure';
import { accidentMeasures } from '@anlan/contract/modules/accident/measures';
import { enterpriseMeasures } from '@anlan/contract/modules/enterprise/measures';
import type { Figure } from '@anlan/contract/kit/figure';
import type { Supervision } from '@anlan/contract/modules/home/home';
import { inspectionMeasures } from '@anlan/contract/modules/inspection/measures';
import { riskCheckMeasures } from '@anlan/contract/modules/risk-check/measures';
import { riskPointMeasures } from '@anlan/contract/modules/risk-point/measures';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { startsFresh } from '#lib/tab-navigation-state.ts';
import { Measured, ShareParts } from '#widgets/measured.tsx';
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
            <Number measure={enterpriseMeasures.inspected} figure={home.inspected} />
            <Number
              measure={inspectionMeasures.finished}
              note={
                home.perInspection.value === null
                  ? '本月还没有完成的检查'
                  : `平均每次查出隐患 ${home.perInspection.value} 项`
              }
              figure={home.inspections}
            />
            <Number measure={riskCheckMeasures.checked} note="近 30 天 " figure={home.checked} />
            <Number
              measure={riskPointMeasures.controlled}
              note={`其中重大风险 ${numberText(home.controlled.numerator)} 个`}
              figure={home.controlled}
            />
            <Number
              measure={accidentMeasures.harm}
              note={`死亡 ${numberText(home.accidents.numerator)} 人；上年同期 ${numberText(home.accidentsBefore.value)} 起，死亡 ${numberText(home.accidentsBefore.numerator)} 人`}
              figure={home.accidents}
            />
            <Number measure={accidentMeasures.nearMiss} note="没有造成伤害和损失" figure={home.nearMisses} />
            <Number
              measure={enterpriseMeasures.score}
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
  measure: Measure;
  /** For a share, its parts follow. */
  note?: string;
  figure: Figure;
}

const Number = ({ measure, note, figure }: NumberProps) => (
  <div>
    <dt>{measure.label}</dt>
    <dd>
      <Measured measure={measure} figure={figure}>
        {numberText(figure.value)}
        {figure.value !== null && <small>{measure.unit}</small>}
      </Measured>
      <em>
        {note}
        {measure.kind === 'share' && <ShareParts measure={measure} figure={figure} />}
      </em>
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
