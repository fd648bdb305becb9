import { useEffect, useState } from 'react';
import { switchImpersonation, type Impersonating } from '#lib/impersonation.ts';
import { leave } from '#lib/impersonation-calls.ts';
import './impersonation-banner.css';

const home = '/upms/tenant/index';
const minutesTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 60_000));

/** Banner shown during impersonation: tenant, reason, time left and an exit button (S36). */
export function ImpersonationBanner({ impersonation }: { impersonation: Impersonating }) {
  const [left, setLeft] = useState(() => minutesTo(impersonation.until));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(minutesTo(impersonation.until));
      if (impersonation.until <= Date.now()) switchImpersonation(null, home);
    }, 5_000);
    return () => clearInterval(timer);
  }, [impersonation.until]);
  const out = async () => {
    setBusy(true);
    await leave({}, { quiet: true }).catch(() => null);
    switchImpersonation(null, home);
  };
  return (
    <section className="visit" aria-label="平台进入">
      <p>
        <strong>您以平台身份进入“{impersonation.name}”</strong>
        <span>{impersonation.mayWrite ? '可以填写业务数据' : '只能查看'}</span>
        {impersonation.mayWrite && <span>账号、角色、机构、外部网站、新增企业和企业审核须由该单位的人员办理</span>}
        <span title={impersonation.reason}>原因：{impersonation.reason}</span>
        <span>还剩 {left} 分钟，对方日志已记录</span>
      </p>
      <button type="button" className="btn" disabled={busy} onClick={() => void out()}>
        离开
      </button>
    </section>
  );
}
