import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTabId } from '#ui/tab-scope.tsx';
import '#widgets/door.css';

interface Props {
  to: string;
  /** What exactly it counts or names. */
  title: string;
  tone?: 'bad';
  children: ReactNode;
}

/** A number or a name that leads to its rows in the same tab; the way back leads to where one was. */
export function Door({ to, title, tone, children }: Props) {
  const tab = useTabId();
  return (
    <Link className={tone ? `door ${tone}` : 'door'} to={to} title={title} state={{ tab }}>
      {children}
    </Link>
  );
}
