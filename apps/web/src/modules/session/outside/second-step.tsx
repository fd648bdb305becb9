import { useEffect, useState, type FormEvent } from 'react';
import * as z from 'zod/mini';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { TextField } from '#ui/text-field.tsx';
import { takeSecondStep, type SignInTarget } from '../calls.ts';
import { useFields } from './use-fields.ts';

const expired = z.object({ expired: z.literal(true) });

interface Props {
  gate: SignInTarget;
  ticket: string;
  onDone: () => void;
  /** Returns to the first step. `reason` explains why it must be repeated. */
  onBack: (reason?: string) => void;
}

export function SecondStep({ gate, ticket, onDone, onBack }: Props) {
  const { typed, bind, change, focus, refuse } = useFields<'code'>({ code: '' });
  const [busy, setBusy] = useState(false);
  const [recovery, setRecovery] = useState(false);
  useEffect(() => {
    focus('code');
    // Runs once, when the step appears.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const code = typed.code.trim();
    const missing = recovery ? '请输入恢复码' : '请输入 6 位动态验证码';
    if (refuse({ code: code === '' || (!recovery && !/^\d{6}$/.test(code)) ? missing : undefined }, ['code'])) return;
    setBusy(true);
    try {
      await takeSecondStep(gate, ticket, code);
      onDone();
    } catch (error) {
      // If the ticket has expired, sign-in starts again. If only the second-factor code is wrong, the user can retry.
      if (error instanceof ApiError && expired.safeParse(error.data).success) onBack(error.message);
      else {
        change('code', '');
        refuse({ code: messageOf(error) }, ['code']);
      }
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <div>
        <h1 id="sign-in">两步验证</h1>
        <p className="sub">
          {recovery
            ? '请输入开通两步验证时保存的一个恢复码，每个只能用一次。'
            : '请打开手机上的身份验证器，输入本账号当前的 6 位动态验证码。'}
        </p>
      </div>
      <TextField
        {...bind('code')}
        label={recovery ? '恢复码' : '动态验证码'}
        name="one-time-code"
        autoComplete="one-time-code"
        {...(recovery ? {} : { inputMode: 'numeric' as const })}
      />
      <button type="submit" className="btn main big" disabled={busy} aria-busy={busy}>
        {busy ? '正在验证…' : '验证并登录'}
      </button>
      <div className="gate-links">
        <button type="button" onClick={() => onBack()}>
          返回登录
        </button>
        <button
          type="button"
          onClick={() => {
            setRecovery(!recovery);
            change('code', '');
            focus('code');
          }}
        >
          {recovery ? '使用动态验证码' : '使用恢复码'}
        </button>
      </div>
    </form>
  );
}
