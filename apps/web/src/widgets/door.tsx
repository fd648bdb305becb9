import { numberText } from '@anlan/contract/domain/number-text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import './door.css';

interface Props {
  /** The list of exactly what is counted; null where there is none. */
  to: string | null;
  /** What is counted, said on hover. */
  meaning?: string | undefined;
  /** What a reader of the screen hears in place of the number alone. */
  label?: string | undefined;
  tone?: 'bad' | undefined;
  children: ReactNode;
}

const shown = (counted: ReactNode) => (typeof counted === 'number' ? numberText(counted) : counted);

/** A number that opens the rows that it counts: a hairline below it, the definition on hover. */
export const Door = ({ to, meaning, label, tone, children }: Props) =>
  to === null ? (
    <span className={tone} title={meaning}>
      {shown(children)}
    </span>
  ) : (
    <Link className={tone ? `door ${tone}` : 'door'} to={to} title={meaning} aria-label={label}>
      {shown(children)}
    </Link>
  );
