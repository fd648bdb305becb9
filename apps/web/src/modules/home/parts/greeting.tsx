import { useState, type ReactNode } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { PageHead } from '#ui/page-head.tsx';
import { dayLine, greetingAt, lastSignInLine } from '../rules.ts';

export function Greeting({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  const { sysUser, lastSignIn } = useCurrentUser();
  const { nickName, username } = sysUser;
  const [now] = useState(() => new Date());
  return (
    <PageHead
      title={`${greetingAt(now.getHours())}，${nickName || username}`}
      sub={
        <>
          {dayLine(now)}
          {children && <> · {children}</>}
          {lastSignIn && <> · {lastSignInLine(lastSignIn)}</>}
          {lastSignIn && lastSignIn.failures > 0 && (
            <strong className="bad"> · 此后有 {lastSignIn.failures} 次失败的登录，若不是本人请修改密码</strong>
          )}
        </>
      }
      end={end}
    />
  );
}
