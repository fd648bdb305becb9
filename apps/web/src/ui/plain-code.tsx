import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { TextField, type TextProps } from './plain-field.tsx';

/** Seconds that go by, to 0. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

// Seconds left when it is asked whether the message still comes: soon, and once more for slow services.
const askedAt = [52, 44, 30];

const notes = {
  sent: '验证码已发送，5 分钟内有效。',
  lost: '短信服务暂时不可用，验证码可能收不到，请稍后重新获取，或改用其他方式。',
};

interface Props extends Omit<TextProps, 'label' | 'type' | 'end' | 'name' | 'autoComplete' | 'inputMode'> {
  /** Sends a code; false when something is to be filled in first. */
  onSend: () => Promise<boolean>;
  /** Whether what was sent can still be expected to arrive; asked a while later. */
  stillComing: () => Promise<boolean>;
  /** Told what went wrong. */
  onRefused: (error: ApiError | null) => void;
  /** The form says what went wrong: nothing else is said here then. */
  failed?: boolean;
}

/** 短信验证码 with the button that sends one, which counts down a minute (ST-06). */
export function SmsCodeField({ onSend, stillComing, onRefused, failed = false, ...field }: Props) {
  const [left, count] = useCountdown();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<keyof typeof notes | null>(null);
  // One message at a time: what went wrong since takes the place of the news before it.
  if (said !== null && (failed || field.fault !== undefined)) setSaid(null);
  const asked = useRef(stillComing);
  useEffect(() => {
    asked.current = stillComing;
  });
  useEffect(() => {
    if (!askedAt.includes(left)) return;
    asked.current().then(
      (coming) => {
        if (coming) return;
        setSaid('lost');
        count(0);
      },
      () => {},
    );
  }, [left, count]);
  const ask = async () => {
    setBusy(true);
    setSaid(null);
    try {
      if (!(await onSend())) return;
      setSent(true);
      setSaid('sent');
      count(60);
    } catch (error) {
      const failed = error instanceof ApiError ? error : null;
      if (failed?.status === 429) count(failed.retryAfter ?? 60);
      onRefused(failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <TextField
        {...field}
        label="短信验证码"
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        end={
          <button type="button" className="ask" disabled={busy || left > 0} onClick={() => void ask()}>
            {left > 0 ? `${left} 秒后可重发` : sent ? '重新获取' : '获取验证码'}
          </button>
        }
      />
      <p className={said === 'lost' ? 'told lost' : 'told'} role="status">
        {said && notes[said]}
      </p>
    </div>
  );
}
