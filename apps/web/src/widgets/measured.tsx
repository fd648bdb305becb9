// Numbers as their measures declare them: words, hover text and links.
import { formatInstant } from '@anlan/contract/domain/instant';
import { numberText, shareText } from '@anlan/contract/domain/number-text';
import { addressesOf, type Measure, type MeasuredAt } from '@anlan/contract/kit/measure';
import type { Figure } from '@anlan/contract/kit/figure';
import type { ReactNode } from 'react';
import { CountLink } from './count-link.tsx';

/** Lines of the hover text: definition, parts, days and time. */
export const meaningOf = (measure: Measure, { denominator, numerator, from, to, asOf }: Figure): string[] => [
  measure.definition,
  ...(measure.kind === 'share' ? [`分子 ${numberText(numerator)}，分母 ${numberText(denominator)}`] : []),
  ...(from === null || to === null ? [] : [`统计区间 ${from} 至 ${to}`]),
  `截至 ${formatInstant(asOf).slice(0, 16)}`,
];

interface Props {
  measure: Measure;
  figure: Figure;
  tone?: 'bad' | undefined;
  /** By default the value. */
  children?: ReactNode;
}

export const Measured = ({ measure, figure, tone, children }: Props) => (
  <CountLink to={figure.href} measureKey={measure.key} meaning={meaningOf(measure, figure).join('\n')} tone={tone}>
    {children ?? numberText(figure.value)}
  </CountLink>
);

/** Numerator and denominator of a share; each opens its rows. */
export const ShareParts = ({ measure, figure: { numerator, denominator, href, partHref } }: Props) => (
  <>
    <CountLink to={partHref} measureKey={measure.key}>
      {numerator}
    </CountLink>{' '}
    /{' '}
    <CountLink to={href} measureKey={measure.key}>
      {denominator}
    </CountLink>{' '}
    {measure.counter}
  </>
);

interface CountProps extends MeasuredAt {
  measure: Measure;
  value: number;
  tone?: 'bad';
}

/** A count of an answer without figures. Its link follows from the measure. */
export const MeasuredCount = ({ measure, value, tone, ...at }: CountProps) => (
  <CountLink
    to={value === 0 ? null : (addressesOf(measure, at)?.rows ?? null)}
    measureKey={measure.key}
    meaning={measure.definition}
    tone={tone}
  >
    {value}
  </CountLink>
);

interface PartsProps extends MeasuredAt {
  measure: Measure;
  numerator: number;
  denominator: number;
}

/** A share of an answer without figures, as a percentage and its parts. Each part opens its rows. */
export function MeasuredShare({ measure, numerator, denominator, ...at }: PartsProps) {
  const addresses = addressesOf(measure, at);
  return (
    <span title={measure.definition} data-measure={measure.key}>
      {shareText(numerator, denominator)}（
      <CountLink to={numerator === 0 ? null : (addresses?.part ?? null)}>{numerator}</CountLink> /{' '}
      <CountLink to={denominator === 0 ? null : (addresses?.rows ?? null)}>{denominator}</CountLink> {measure.counter}）
    </span>
  );
}
