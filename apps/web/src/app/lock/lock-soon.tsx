import { useEffect, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { warnMs } from './idle-rules.ts';
import './lock-soon.css';

/**
 * Warning with a countdown before the screen locks. Any activity prevents the lock; the button is for screen reader
 * users.
 */
export function LockSoon({ lockAt }: { lockAt: number }) {
  const [left, setLeft] = useState(() => secondsTo(lockAt));
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsTo(lockAt)), 1_000);
    return () => clearInterval(timer);
  }, [lockAt]);
  return (
    <div className="lock-soon" role="alert">
      <Icon name="lock" size={20} />
      <p>
        {/* A screen reader reads this text once, not each second. */}
        <b aria-hidden="true">{left} 秒后自动锁屏</b>
        <span className="lock-soon-told">{warnMs / 1_000} 秒后自动锁屏</span>
        <small>任意操作即可继续使用</small>
      </p>
      <button type="button" className="btn">
        继续使用
      </button>
      <i aria-hidden="true" style={{ inlineSize: `${Math.min(100, (100_000 * left) / warnMs)}%` }} />
    </div>
  );
}

const secondsTo = (instant: number) => Math.max(0, Math.ceil((instant - Date.now()) / 1_000));
