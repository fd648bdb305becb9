import type { LoginMethods } from '@anlan/contract/modules/session/login-methods';
import type { KeyboardEvent } from 'react';
import { signInPath } from '../state.ts';
import type { SignInTarget } from '../calls.ts';

interface Props {
  ways: LoginMethods;
  selectedMethod: 'password' | 'phone';
  onChoose: (way: 'password' | 'phone') => void;
  gate: SignInTarget | undefined;
}

/** Sign-in methods as tabs: own methods first, then external ones. Hidden if only the password is available. */
export function LoginMethodTabs({ ways: loginMethods, selectedMethod: chosen, onChoose, gate }: Props) {
  if (!loginMethods.phone && !loginMethods.wechat && !loginMethods.directory) return null;
  const tabs = [['password', '密码'] as const, ...(loginMethods.phone ? [['phone', '短信验证码'] as const] : [])];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next = tabs.find(([way]) => way !== chosen);
    if (!next) return;
    onChoose(next[0]);
    document.getElementById(`way-${next[0]}`)?.focus();
  };
  return (
    <div className="ways">
      <div role="tablist" aria-label="登录方式">
        {tabs.map(([way, label]) => (
          <button
            key={way}
            id={`way-${way}`}
            type="button"
            role="tab"
            aria-selected={way === chosen}
            aria-controls="way"
            tabIndex={way === chosen ? 0 : -1}
            onClick={() => onChoose(way)}
            onKeyDown={onKeyDown}
          >
            {label}
          </button>
        ))}
      </div>
      {loginMethods.wechat && <a href={signInPath('/sys', gate)}>微信扫码</a>}
      {loginMethods.directory && <a href={signInPath('/adindex', gate)}>统一身份</a>}
    </div>
  );
}
