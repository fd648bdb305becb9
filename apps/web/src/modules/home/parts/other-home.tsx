import { useHasPermit } from '#lib/current-user.ts';
import { Greeting } from './greeting.tsx';
import { LatestNotices } from './latest-notices.tsx';
import { OwnTodos } from './own-todos.tsx';

export function OtherHome() {
  const isTold = useHasPermit('bus:notice:index');
  return (
    <>
      <Greeting />
      <div className="halves even">
        <OwnTodos />
        {isTold && <LatestNotices />}
      </div>
    </>
  );
}
