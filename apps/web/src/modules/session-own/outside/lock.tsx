import { useEffect, useRef, useState, type AnimationEvent, type FormEvent } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { useHostName } from '#lib/host-brand.ts';
import { lockedAs } from '#lib/lock.ts';
import { useConnectivity } from '#lib/connectivity.ts';
import { signOff } from '#lib/session.ts';
import { Icon } from '#ui/icon.tsx';
import { sendPendingLock, unlockScreen } from './calls.ts';
import './lock.css';
import { SecretField } from './secret-field.tsx';

const paysEveryMs = 15_000;
const moment = new Intl.DateTimeFormat('zh-CN', { month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit' });

/** /lock: the locked screen. Shows the user and the lock time, with an unlock form and a sign-out button (RT-03). */
export function LockPage({ onOpened }: { onOpened: () => void }) {
  const shown = lockedAs();
  const [word, setWord] = useState('');
  const [fault, setFault] = useState<string>();
  const [shaking, setShaking] = useState(false);
  const [busy, setBusy] = useState(false);
  const away = useConnectivity() === 'away';
  const field = useRef<HTMLInputElement>(null);
  const leaving = useRef<HTMLDialogElement>(null);
  useHostName('屏幕已锁定');
  useEffect(() => {
    field.current?.focus();
  }, []);
  // A screen locked offline is not locked on the server yet. Send the lock as soon as the network is available.
  useEffect(() => {
    if (away) return undefined;
    const pay = () => void sendPendingLock().catch(() => undefined);
    pay();
    const timer = setInterval(pay, paysEveryMs);
    return () => clearInterval(timer);
  }, [away]);

  const refuse = (text: string) => {
    setFault(text);
    setWord('');
    setShaking(true);
    field.current?.focus();
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (word === '') return refuse('锁屏密码不能为空');
    setBusy(true);
    try {
      await unlockScreen(word);
      onOpened();
    } catch (error) {
      // If the server could not check the lock password, leave the password in the field for a retry.
      if (error instanceof ApiError && error.status !== 400) setFault(error.message);
      else refuse(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  const onRested = (event: AnimationEvent) => {
    if (event.animationName === 'lock-shake') setShaking(false);
  };
  const name = shown?.name ?? '';
  return (
    <main className="locked">
      <form className={shaking ? 'shaking' : undefined} onSubmit={onSubmit} onAnimationEnd={onRested} noValidate>
        <span className="locked-face" data-letter={[...name][0]} aria-hidden="true">
          {name === '' && <Icon name="lock" size={32} />}
        </span>
        <h1>{name || '屏幕已锁定'}</h1>
        <p className="locked-since">
          <Icon name="lock" size={14} />
          {shown ? `${moment.format(shown.since)} 起已锁定` : '输入锁屏密码后继续'}
        </p>
        <p className="locked-away" role="status">
          {away && '网络已断开，恢复后才能解锁'}
        </p>
        <SecretField
          label="锁屏密码"
          name="lock-word"
          autoComplete="off"
          value={word}
          fault={fault}
          ref={field}
          onChange={(value) => {
            setWord(value);
            setFault(undefined);
          }}
        />
        <button type="submit" className="btn main big" disabled={busy} aria-busy={busy}>
          {busy ? '正在解锁…' : '解锁'}
        </button>
        <button type="button" className="locked-exit" onClick={() => leaving.current?.showModal()}>
          退出系统
        </button>
        <p className="locked-hint">忘记锁屏密码？退出系统并重新登录后，在“个人信息”中重设</p>
      </form>
      <dialog ref={leaving} aria-labelledby="leaving">
        <h2 id="leaving">提示</h2>
        <p>是否退出系统, 是否继续?</p>
        <div className="acts">
          <button type="button" className="btn" onClick={() => leaving.current?.close()}>
            取消
          </button>
          <button type="button" className="btn main" onClick={() => void signOff()}>
            退出系统
          </button>
        </div>
      </dialog>
    </main>
  );
}
