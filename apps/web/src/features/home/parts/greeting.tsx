import { useState, type ReactNode } from 'react';
import { useWho } from '#lib/person.ts';
import { PageHead } from '#ui/page-head.tsx';
import { dayLine, greetingAt } from '../rules.ts';

/** Hello, the day, and one true sentence. */
export function Greeting({ children, end }: { children?: ReactNode; end?: ReactNode }) {
  const { nickName, username } = useWho().sysUser;
  const [now] = useState(() => new Date());
  return (
    <PageHead
      title={`${greetingAt(now.getHours())}，${nickName || username}`}
      sub={
        <>
          {dayLine(now)}
          {children && <> · {children}</>}
        </>
      }
      end={end}
    />
  );
}
