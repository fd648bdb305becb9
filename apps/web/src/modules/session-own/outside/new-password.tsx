import { useEffect, useRef, useState, type FormEvent } from 'react';
import { passwordFormProblem, passwordRenewal, passwordRule } from '@anlan/contract/domain/password';
import { limits } from '@anlan/contract/limits';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { useHostName } from '#lib/host-brand.ts';
import { signOff } from '#lib/session.ts';
import { HostMark } from '#ui/host-mark.tsx';
import { passwordTerms, setPassword } from './calls.ts';
import './new-password.css';
import { SecretField } from './secret-field.tsx';

type Name = 'old' | 'wanted' | 'again';
type Typed = Record<Name, string>;
const names = ['old', 'wanted', 'again'] as const;

function faultsOf({ old, wanted, again }: Typed, protects: boolean): Partial<Typed> {
  const faults: Partial<Typed> = {};
  if (old === '') faults.old = '请输入现在的密码';
  if (wanted === '') faults.wanted = '请输入新密码';
  else {
    const problem = passwordFormProblem(wanted, protects);
    if (problem !== null) faults.wanted = problem;
  }
  if (again !== wanted) faults.again = '两次输入的密码不一致';
  return faults;
}

/** /password: the user must change a temporary or expired password before continuing. */
export function NewPassword({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState<Typed>({ old: '', wanted: '', again: '' });
  const [faults, setFaults] = useState<Partial<Typed>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const fields = {
    old: useRef<HTMLInputElement>(null),
    wanted: useRef<HTMLInputElement>(null),
    again: useRef<HTMLInputElement>(null),
  };
  const [{ protects, isOld }, setTerms] = useState({ protects: false, isOld: false });
  useEffect(() => {
    const leaving = new AbortController();
    // If the rules cannot be loaded, the server validates on submit.
    passwordTerms(leaving.signal).then(setTerms, () => {});
    return () => leaving.abort();
  }, []);
  useHostName('修改密码');
  const refuse = (newFaults: Partial<Typed>) => {
    setFaults(newFaults);
    const first = names.find((name) => newFaults[name] !== undefined);
    if (first) fields[first].current?.focus();
    return first !== undefined;
  };
  const bind = (name: Name) => ({
    value: typed[name],
    fault: faults[name],
    ref: fields[name],
    onChange: (value: string) => {
      setTyped((before) => ({ ...before, [name]: value }));
      setFaults((before) => ({ ...before, [name]: undefined }));
    },
  });
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || refuse(faultsOf(typed, protects))) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await setPassword(typed.old, typed.wanted);
      onDone();
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors : [];
      const at = (field: string) => errors.find((one) => one.field === field)?.msg;
      const fieldMessages = { old: at('password'), wanted: at('newpassword1') };
      if (
        !refuse({
          ...(fieldMessages.old ? { old: fieldMessages.old } : {}),
          ...(fieldMessages.wanted ? { wanted: fieldMessages.wanted } : {}),
        })
      )
        setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <main className="new-password">
      <form onSubmit={onSubmit} noValidate aria-labelledby="new-password">
        <HostMark size={32} />
        <div>
          <h1 id="new-password">请先修改密码</h1>
          <p>
            {isOld
              ? `本单位的密码每 ${limits.password.protectedDays} 天更换一次，您的密码已到期，修改后才能继续使用。忘记现在的密码，请联系管理员重置。`
              : '您的密码由管理员设置，修改后才能继续使用。'}
          </p>
        </div>
        <SecretField {...bind('old')} label="现在的密码" name="current" autoComplete="current-password" />
        <SecretField {...bind('wanted')} label="新密码" name="new" autoComplete="new-password" />
        <SecretField {...bind('again')} label="再次输入新密码" name="again" autoComplete="new-password" />
        <p className="hint">
          {passwordRule(protects)}；不能是常见密码，也不能由姓名、用户名、手机号或单位名称组成
          {protects && `；${passwordRenewal}`}。
        </p>
        <div role="alert" className="failure" hidden={!failure}>
          {failure}
        </div>
        <button type="submit" className="btn main big" disabled={busy} aria-busy={busy}>
          {busy ? '正在保存…' : '保存并继续'}
        </button>
        <button type="button" className="leave" onClick={() => void signOff()}>
          退出登录
        </button>
      </form>
    </main>
  );
}
