import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import type { UnboundIdentity } from '@anlan/contract/modules/session/oauth';
import { useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { identityName } from '#lib/oauth.ts';
import { SmsCodeField } from '#ui/sms-code-field.tsx';
import { noLoginMethods, loginMethodsAt } from '../../calls.ts';
import { proveAccount, sendProofCode } from '../calls.ts';
import { PasswordField } from '../login-fields.tsx';
import { useFields } from '../use-fields.ts';
import { useLoginMethods } from '../use-places.ts';
import { LoginMethodTabs } from '../login-method-tabs.tsx';

interface Props {
  place: Brand;
  unbound: UnboundIdentity;
  /** Called with null when signed in, or with a ticket if a second factor is required. */
  onDone: (ticket: string | null) => void;
  /** Returns to directory sign-in. `reason` explains why sign-in must be repeated. */
  onBack: (reason?: string) => void;
  onOther: () => void;
}

/**
 * The user verifies a local account by password or SMS code. The account is then bound to the directory account (S16).
 */
export function ProveAccount({ place, unbound, onDone, onBack, onOther }: Props) {
  const loginMethods = useLoginMethods(place.id);
  const [selectedMethod, setSelectedMethod] = useState<'password' | 'phone'>('password');
  const { typed, faulty, bind, change, focus, refuse } = useFields({ password: '', code: '' });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const way = selectedMethod === 'phone' && loginMethods.phone ? 'phone' : 'password';
  const field = way === 'phone' ? 'code' : 'password';

  const fail = (error: unknown) => {
    // Status 400 means that the ticket has expired, so sign-in must start again.
    if (error instanceof ApiError && error.status === 400) return onBack(error.message);
    setFailure(messageOf(error));
    focus(field);
  };
  const onSend = async () => {
    setFailure(undefined);
    await sendProofCode(place, unbound.bindTicket);
    focus('code');
    return true;
  };
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const [password, code] = [typed.password, typed.code.trim()];
    if (way === 'password' && refuse({ password: password === '' ? '请输入密码' : undefined }, ['password'])) return;
    if (way === 'phone' && refuse({ code: /^\d{6}$/.test(code) ? undefined : '请输入 6 位短信验证码' }, ['code']))
      return;
    setBusy(true);
    setFailure(undefined);
    try {
      onDone(await proveAccount(place, unbound.bindTicket, way === 'phone' ? { code } : { password }));
    } catch (error) {
      change(field, '');
      fail(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <h1>验证本系统的账号</h1>
      <p className="sub">
        {identityName(unbound)}第一次在这里登录。请用您在本系统原有账号的密码或手机短信验证一次，以后直接登录。
      </p>
      <form className="third" onSubmit={onSubmit} noValidate>
        <LoginMethodTabs
          ways={{ ...noLoginMethods, phone: loginMethods.phone }}
          selectedMethod={way}
          gate={undefined}
          onChoose={(next) => {
            setFailure(undefined);
            setSelectedMethod(next);
          }}
        />
        <div
          id="way"
          role={loginMethods.phone ? 'tabpanel' : undefined}
          aria-label={way === 'phone' ? '用短信验证' : '用密码验证'}
        >
          {way === 'password' ? (
            <PasswordField {...bind('password')} />
          ) : (
            <SmsCodeField
              {...bind('code')}
              onSend={onSend}
              stillComing={async () => (await loginMethodsAt(place.id)).phone}
              onRefused={fail}
              failed={faulty || failure !== undefined}
            />
          )}
        </div>
        <div role="alert" className="failure" hidden={!failure}>
          {failure}
        </div>
        <button type="submit" className="btn main big" disabled={busy} aria-busy={busy}>
          {busy ? '正在验证…' : '验证并登录'}
        </button>
        <p className="hint">
          通不过验证，或收不到短信？
          <button type="button" onClick={onOther}>
            使用其他方式登录
          </button>
          <button type="button" onClick={() => onBack()}>
            返回
          </button>
        </p>
      </form>
    </>
  );
}
