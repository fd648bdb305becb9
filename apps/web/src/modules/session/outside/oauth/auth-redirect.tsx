import { useEffect, useState } from 'react';
import { useHostName } from '#lib/host-brand.ts';
import { oauthResultOf, handOverResult, type OauthResult } from '#lib/oauth.ts';
import { Sheet } from '#widgets/public-page/public-page.tsx';

const texts = {
  asking: ['正在登录', '请稍候，正在把结果交给登录页面。'],
  taken: ['已完成', '请回到原来的页面；这个窗口可以关闭了。'],
  refused: ['没有登录', '您在微信上拒绝了登录，可以回到登录页面换一种方式。'],
  empty: ['没有可用的登录结果', '这个地址只在微信扫码之后使用，请从登录页面开始。'],
} as const;

/** /authredirect: passes the OAuth result to the waiting page, or to the sign-in page (RT-07). */
export function AuthRedirect({ search, onNobody }: { search: string; onNobody: (back: OauthResult) => void }) {
  const [textKey, setTextKey] = useState<keyof typeof texts>('asking');
  useHostName('微信登录');
  useEffect(() => {
    const back = oauthResultOf(search);
    if (back === undefined) return setTextKey('empty');
    let left = false;
    void handOverResult(back).then((isDelivered) => {
      if (left) return;
      if (!isDelivered && back.code !== null && window.parent === window) return onNobody(back);
      setTextKey(back.code === null ? 'refused' : 'taken');
      // The other page continues with the result. Close this window if it was opened only for the redirect.
      if (isDelivered && window.parent === window) window.close();
    });
    return () => {
      left = true;
    };
    // Runs once for each address, because an OAuth result is single-use.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [search]);
  const [title, text] = texts[textKey];
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
        {(textKey === 'refused' || textKey === 'empty') && (
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
