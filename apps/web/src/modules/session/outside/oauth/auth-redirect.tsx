import { useEffect, useState } from 'react';
import { useHostName } from '#lib/host-brand.ts';
import { backOf, handOver, type Back } from '#lib/oauth.ts';
import { Sheet } from '../sheet.tsx';

const texts = {
  asking: ['正在登录', '请稍候，正在把结果交给登录页面。'],
  taken: ['已完成', '请回到原来的页面；这个窗口可以关闭了。'],
  refused: ['没有登录', '您在微信上拒绝了登录，可以回到登录页面换一种方式。'],
  empty: ['没有可用的登录结果', '这个地址只在微信扫码之后使用，请从登录页面开始。'],
} as const;

/** /authredirect: hands over what the vendor sent people back with, to whoever waits, or takes it to the sign-in page itself (RT-07). */
export function AuthRedirect({ search, onNobody }: { search: string; onNobody: (back: Back) => void }) {
  const [said, setSaid] = useState<keyof typeof texts>('asking');
  useHostName('微信登录');
  useEffect(() => {
    const back = backOf(search);
    if (back === undefined) return setSaid('empty');
    let left = false;
    void handOver(back).then((taken) => {
      if (left) return;
      if (!taken && back.code !== null && window.parent === window) return onNobody(back);
      setSaid(back.code === null ? 'refused' : 'taken');
      // Whoever waits goes on; a window that was opened for this has nothing left to show.
      if (taken && window.parent === window) window.close();
    });
    return () => {
      left = true;
    };
    // The address says it once.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);
  const [title, text] = texts[said];
  if (window.parent !== window)
    return (
      <p className="plain" role="status">
        {text}
      </p>
    );
  return (
    <Sheet title="微信登录" path="/authredirect">
      <div className="end">
        <h1>{title}</h1>
        <p role="status">{text}</p>
        {(said === 'refused' || said === 'empty') && (
          <div className="acts">
            <a className="btn main" href="/login">
              回到登录页面
            </a>
          </div>
        )}
      </div>
    </Sheet>
  );
}
