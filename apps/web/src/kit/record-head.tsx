import { numberText } from '@anlan/contract/domain/number-text';
import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { isEmptyValue } from '@anlan/contract/domain/value-checks';
import type { HeadRole } from '@anlan/contract/kit/field';
import { useState, type ReactNode } from 'react';
import { cellOf, OneCell, TagCell } from './cells.tsx';
import { useLinks } from './modules.ts';
import { fieldsOf, shortLabel, textOf, type AnyResource, type AnyRow } from './resource.ts';
import './form.css';

const soonDays = 30;

interface Ending {
  label: string;
  on: string;
}
const leftText = (left: number) =>
  left < 0 ? `已过期 ${numberText(-left)} 天` : left === 0 ? '今天到期' : `剩 ${numberText(left)} 天`;
const toneOf = (left: number) => (left < 0 ? 'red' : left <= soonDays ? 'orange' : 'green');

interface StripProps {
  states?: ReactNode;
  why?: readonly string[];
  /** The deadlines of the record; the nearest one shows. */
  endings?: readonly Ending[];
  answers?: { label: string; value: ReactNode } | undefined;
}

export function HeadStrip({ states, why = [], endings = [], answers }: StripProps) {
  const [next] = endings.toSorted((one, other) => (one.on < other.on ? -1 : 1));
  const [today] = useState(() => dayOf(new Date()));
  const left = next && daysBetween(today, next.on);
  return (
    <div className="kit-head">
      {states}
      {why.length > 0 && <span className="kit-head-why">{why.join('；')}</span>}
      {next && left !== undefined && (
        <span>
          {next.label} {next.on} <span className={`tag tone-${toneOf(left)}`}>{leftText(left)}</span>
        </span>
      )}
      {answers && (
        <span>
          {answers.label} {answers.value}
        </span>
      )}
    </div>
  );
}

export function RecordHead({ of, row }: { of: AnyResource; row: AnyRow }) {
  const linkTo = useLinks();
  const withRole = (role: HeadRole) => fieldsOf(of).filter(([, { head }]) => head === role);
  const filled = (role: HeadRole) => withRole(role).filter(([key]) => !isEmptyValue(row[key]));
  const states = [...(of.states ? [of.states.field] : []), ...withRole('state').map(([key]) => key)];
  const endings = filled('expires').map(([key, spec]) => ({ label: shortLabel(spec), on: textOf(row[key]) }));
  const [answers] = filled('answers');
  if (states.length === 0 && endings.length === 0 && !answers) return null;
  return (
    <HeadStrip
      states={states.map((key) => (
        <TagCell key={key} of={of} name={key} row={row} />
      ))}
      why={filled('why').map(([key]) => textOf(row[key]))}
      endings={endings}
      answers={
        answers && { label: shortLabel(answers[1]), value: <OneCell {...cellOf(of, answers[0], row, linkTo)} /> }
      }
    />
  );
}
