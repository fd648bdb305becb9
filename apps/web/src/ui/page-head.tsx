import type { ReactNode } from 'react';
import './page.css';

interface Props {
  title: ReactNode;
  /** One line below the title. */
  sub?: ReactNode;
  /** Buttons at the right; at most one of them primary. */
  end?: ReactNode;
}

/** The one title of a page. */
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
  /** Beside the title, small. */
  note?: ReactNode;
  /** At the right of the title, for example a link to the whole list. */
  more?: ReactNode;
  children: ReactNode;
}

/** A white card with a heading. */
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
