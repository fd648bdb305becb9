import type { ReactNode } from 'react';
import './info.css';

export const sections = {
  basics: '基本资料',
  password: '登录密码',
  phone: '手机号',
  factor: '两步验证',
  sessions: '登录会话',
  parties: '第三方账号',
  signIns: '登录记录',
} as const;
export type Section = keyof typeof sections;

interface Props {
  name: Section;
  note?: ReactNode;
  end?: ReactNode;
  children: ReactNode;
}

export const InfoSection = ({ name, note, end, children }: Props) => (
  <section id={`info-${name}`} className="card info-section" aria-labelledby={`info-${name}-title`} tabIndex={-1}>
    <header>
      <div>
        <h2 id={`info-${name}-title`}>{sections[name]}</h2>
        {note && <p className="sub">{note}</p>}
      </div>
      {end && <div className="info-end">{end}</div>}
    </header>
    <div className="card-body">{children}</div>
  </section>
);
