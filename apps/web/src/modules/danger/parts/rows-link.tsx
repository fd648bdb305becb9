import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTabId } from '#ui/tab-context.tsx';
import '#widgets/count-link.css';

interface Props {
  to: string;
  title: string;
  tone?: 'bad';
  /** Key of the measure that declares the number. */
  measureKey?: string;
  children: ReactNode;
}

/** A number or name that links to its rows in the same tab. Back returns to the previous page. */
export function RowsLink({ to, title, tone, measureKey, children }: Props) {
  const tab = useTabId();
  return (
    <Link className={tone ? `door ${tone}` : 'door'} to={to} title={title} state={{ tab }} data-measure={measureKey}>
      {children}
    </Link>
  );
}
