import { useEffect, useState } from 'react';
import { goVisiting, type Visiting } from '#lib/visit.ts';
import { leave } from '#lib/visit-calls.ts';
import './visit-banner.css';

const home = '/upms/tenant/index';
const minutesTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 60_000));

/** Says over every page that one is a guest of a tenant, why and for how long, and leads out (S36). */
export function VisitBanner({ visit }: { visit: Visiting }) {
  const [left, setLeft] = useState(() => minutesTo(visit.until));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(minutesTo(visit.until));
      if (visit.until <= Date.now()) goVisiting(null, home);
    }, 5_000);
    return () => clearInterval(timer);
  }, [visit.until]);
  const out = async () => {
    setBusy(true);
    await leave({}, { quiet: true }).catch(() => null);
    goVisiting(null, home);
  };
  return (
    <section className="visit" aria-label="平台进入">
      <p>
        <strong>您以平台身份进入“{visit.name}”</strong>
        <span>{visit.mayWrite ? '可以填写业务数据' : '只能查看'}</span>
        {visit.mayWrite && <span>账号、角色、机构、外部网站和企业审核须由该单位的人员办理</span>}
        <span title={visit.reason}>原因：{visit.reason}</span>
        <span>还剩 {left} 分钟，对方日志已记录</span>
      </p>
      <button type="button" className="btn" disabled={busy} onClick={() => void out()}>
        离开
      </button>
    </section>
  );
}
