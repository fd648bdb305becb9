import type { ReactNode } from 'react';
import './page.css';

interface Props {
  title: ReactNode;
  sub?: ReactNode;
  /** Buttons at the right of the heading; at most one is primary. */
  end?: ReactNode;
}

export const PageHead = ({ title, sub, end }: Props) => (
  <div className="page-head">
    <div className="page-title">
      <h1>{title}</h1>
      {sub && <div className="sub">{sub}</div>}
    </div>
    {end && <div className="end">{end}</div>}
  </div>
);

interface CardProps {
  title: string;
  note?: ReactNode;
  more?: ReactNode;
  children: ReactNode;
}

export const Card = ({ title, note, more, children }: CardProps) => (
  <section className="card" aria-label={title}>
    <header>
      <h2>{title}</h2>
      {note && <small>{note}</small>}
      {more && <span className="more">{more}</span>}
    </header>
    <div className="card-body">{children}</div>
  </section>
);
