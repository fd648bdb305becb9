import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { TextField, type TextProps } from './text-field.tsx';

export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft];
}

// Values of the countdown (seconds left) at which the delivery of the SMS is checked. The later checks are for slow
// services.
const askedAt = [52, 44, 30];

const notes = {
  sent: '验证码已发送，5 分钟内有效。',
  lost: '短信服务暂时不可用，验证码可能收不到，请稍后重新获取，或改用其他方式。',
};

interface Props extends Omit<TextProps, 'label' | 'type' | 'end' | 'name' | 'autoComplete' | 'inputMode'> {
  onSend: () => Promise<boolean>;
  /** Whether the SMS may still arrive. Called some time after the SMS was sent. */
  stillComing: () => Promise<boolean>;
  onRefused: (error: ApiError | null) => void;
  /** Whether the form shows an error; then this field shows no message. */
  failed?: boolean;
}

/** The input 短信验证码 (SMS code) with a button to send it and a countdown of a minute (ST-06). */
export function SmsCodeField({ onSend, stillComing, onRefused, failed = false, ...field }: Props) {
  const [left, count] = useCountdown();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [noteKey, setNoteKey] = useState<keyof typeof notes | null>(null);
  // Only one message shows at a time: a newer error replaces it.
  if (noteKey !== null && (failed || field.fault !== undefined)) setNoteKey(null);
  const latestCheck = useRef(stillComing);
  useEffect(() => {
    latestCheck.current = stillComing;
  });
  useEffect(() => {
    if (!askedAt.includes(left)) return;
    latestCheck.current().then(
      (coming) => {
        if (coming) return;
        setNoteKey('lost');
        count(0);
      },
      () => {},
    );
  }, [left, count]);
  const ask = async () => {
    setBusy(true);
    setNoteKey(null);
    try {
      if (!(await onSend())) return;
      setSent(true);
      setNoteKey('sent');
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
      <p className={noteKey === 'lost' ? 'told lost' : 'told'} role="status">
        {noteKey && notes[noteKey]}
      </p>
    </div>
  );
}
