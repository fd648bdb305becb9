import { dayOf, daysBetween } from '@anlan/contract/domain/instant';
import { isEmptyValue } from '@anlan/contract/domain/values';
import type { FieldSpec, HeadRole } from '@anlan/contract/kit/field';
import type { ReactNode } from 'react';
import { TagCell } from './cells.tsx';
import { fieldsOf, shortLabel, textOf, type AnyResource, type AnyRow } from './resource.ts';

const soonDays = 30;

/** The date that comes first, those that are over before all others. */
function nextExpiry(fields: readonly [string, FieldSpec][], row: AnyRow) {
  const today = dayOf(new Date());
  const [next] = fields
    .flatMap(([key, spec]) => {
      const on = textOf(row[key]);
      return on === '' ? [] : [{ label: shortLabel(spec), on, left: daysBetween(today, on) }];
    })
    .sort((one, other) => (one.on < other.on ? -1 : 1));
  return next;
}
const leftText = (left: number) => (left < 0 ? `已过期 ${-left} 天` : left === 0 ? '今天到期' : `剩 ${left} 天`);
const toneOf = (left: number) => (left < 0 ? 'red' : left <= soonDays ? 'orange' : 'green');

interface Props {
  of: AnyResource;
  row: AnyRow;
  /** A field as the details show it. */
  value: (key: string) => ReactNode;
}

/** The strip above a record: its state and why, what ends next, who answers; by the marks `head` of its fields. */
export function RecordHead({ of, row, value }: Props) {
  const withRole = (role: HeadRole) => fieldsOf(of).filter(([, { head }]) => head === role);
  const states = [...(of.states ? [of.states.field] : []), ...withRole('state').map(([key]) => key)];
  const filled = (role: HeadRole) => withRole(role).filter(([key]) => !isEmptyValue(row[key]));
  const why = filled('why').map(([key]) => textOf(row[key]));
  const expiry = nextExpiry(withRole('expires'), row);
  const [answers] = filled('answers');
  if (states.length === 0 && !expiry && !answers) return null;
  return (
    <div className="kit-head">
      {states.map((key) => (
        <TagCell key={key} of={of} name={key} row={row} />
      ))}
      {why.length > 0 && <span className="kit-head-why">{why.join('；')}</span>}
      {expiry && (
        <span>
          {expiry.label} {expiry.on} <span className={`tag tone-${toneOf(expiry.left)}`}>{leftText(expiry.left)}</span>
        </span>
      )}
      {answers && (
        <span>
          {shortLabel(answers[1])} {value(answers[0])}
        </span>
      )}
    </div>
  );
}

/** The parts of a record's page, a press away. */
export function Anchors({ parts }: { parts: readonly { id: string; label: string }[] }) {
  if (parts.length < 2) return null;
  return (
    <nav className="kit-anchors" aria-label="本页内容">
      {parts.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="link"
          onClick={() => {
            const part = document.getElementById(id);
            part?.scrollIntoView({ block: 'start' });
            part?.focus({ preventScroll: true });
          }}
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
