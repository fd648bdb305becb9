import { numberText } from '@anlan/contract/domain/number-text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './count-link.css';

interface Props {
  /** Address of a list with exactly the counted rows; null when there is none. */
  to: string | null;
  meaning?: string | undefined;
  /** Key of the measure that declares the number. */
  measureKey?: string | undefined;
  label?: string | undefined;
  tone?: 'bad' | undefined;
  /** State of the navigation, for example the tab in which the list opens. */
  state?: object | undefined;
  children: ReactNode;
}

const shown = (counted: ReactNode) => (typeof counted === 'number' ? numberText(counted) : counted);

/** A number that links to the rows it counts, with its definition on hover. */
export const CountLink = ({ to, meaning, measureKey, label, tone, state, children }: Props) =>
  to === null ? (
    <span className={tone} title={meaning} data-measure={measureKey}>
      {shown(children)}
    </span>
  ) : (
    <Link
      className={tone ? `door ${tone}` : 'door'}
      to={to}
      state={state}
      title={meaning}
      aria-label={label}
      data-measure={measureKey}
    >
      {shown(children)}
    </Link>
  );
