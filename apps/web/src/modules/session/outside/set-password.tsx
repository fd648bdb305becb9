import { useEffect, useState, type FormEvent } from 'react';
import { passwordFormProblem, passwordRule } from '@anlan/contract/domain/password';
import { ApiError, isAway, messageOf } from '#lib/api-error.ts';
import { signOff } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';
import { TextField } from '#ui/text-field.tsx';
import { openLink, setFirst, type Opened } from './calls.ts';
import { PasswordField } from './login-fields.tsx';
import { Sheet } from '#widgets/public-page/public-page.tsx';
import { useFields } from './use-fields.ts';

/** /setpassword#token: sets the first password of an account by link. */
export function SetPassword() {
  // Browsers do not send the part after `#` to a server, so the token is not in logs.
  const [token] = useState(() => location.hash.slice(1));
  const [hasSession] = useState(() => tokens() !== null);
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<{ text: string; passing: boolean }>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (hasSession) return undefined;
    const leaving = new AbortController();
    // Opening another link in the same tab changes only the hash. Reload the page for the new token.
    addEventListener('hashchange', () => location.reload(), { signal: leaving.signal });
    openLink(token, leaving.signal).then(setOpened, (error: unknown) => {
      if (leaving.signal.aborted) return;
      const text = token === '' ? '链接不完整，请从短信或文件里完整地打开它。' : messageOf(error);
      setFailure({ text, passing: isAway(error) });
    });
    return () => leaving.abort();
  }, [token, hasSession, tries]);
  const again = () => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  return (
    <Sheet title="设置密码" path="/setpassword">
      {hasSession ? (
        <div className="end" role="status">
          <h1>这个浏览器里已有人登录</h1>
          <p>请先退出登录，再从短信或文件里打开一次链接。链接还没有用掉。</p>
          <div className="acts">
            <button type="button" className="btn main" onClick={() => void signOff()}>
              退出登录
            </button>
            <a className="btn" href="/">
              返回首页
            </a>
          </div>
        </div>
      ) : opened ? (
        <Form token={token} opened={opened} />
      ) : failure === undefined ? (
        <p role="status">正在核对链接…</p>
      ) : (
        <div className="end" role="alert">
          <h1>链接打不开</h1>
          <p>{failure.text}</p>
          <div className="acts">
            <a className="btn main" href="/login">
              去登录
            </a>
            {failure.passing && (
              <button type="button" className="btn" onClick={again}>
                再试一次
              </button>
            )}
          </div>
        </div>
      )}
    </Sheet>
  );
}

function Form({ token, opened }: { token: string; opened: Opened }) {
  const { typed, bind, refuse } = useFields<'password'>({ password: '' });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const protects = opened.passwordProtected;
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const problem = typed.password === '' ? '请输入密码' : passwordFormProblem(typed.password, protects);
    if (busy || refuse({ password: problem ?? undefined }, ['password'])) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const isIn = await setFirst(token, opened, typed.password);
      location.replace(isIn ? '/' : '/login');
    } catch (error) {
      setBusy(false);
      const fault = error instanceof ApiError ? error.errors.find(({ field }) => field === 'password') : undefined;
      if (!refuse({ password: fault?.msg }, ['password'])) setFailure(messageOf(error));
    }
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <div>
        <h1>设置密码</h1>
        <p className="sub">
          {opened.place?.name}，设好以后直接进入系统，以后用下面的用户名和这个密码登录。链接只能用一次。
        </p>
      </div>
      <TextField
        label="用户名"
        name="username"
        autoComplete="username"
        value={opened.username}
        onChange={() => {}}
        fault={undefined}
        ref={null}
        readOnly
      />
      <PasswordField {...bind('password')} fresh />
      <p className="hint">
        密码 {passwordRule(protects)}，可以是一句话；不能是常见密码，也不能由姓名、用户名、手机号或单位名称组成。
      </p>
      <div role="alert" className="failure" hidden={!failure}>
        {failure}
      </div>
      <button type="submit" className="btn main big" disabled={busy} aria-busy={busy}>
        {busy ? '正在保存…' : '保存并进入'}
      </button>
    </form>
  );
}
