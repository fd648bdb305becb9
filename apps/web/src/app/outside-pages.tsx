import { useEffect } from 'react';
import { useNavigate, useRevalidator, useRouteError } from 'react-router';
import { isAway } from '#lib/api-error.ts';
import { ChunkGone } from '#lib/load-chunk.ts';
import { useHostName } from '#lib/host-brand.ts';
import { onSignal } from '#lib/app-events.ts';
import { tokens } from '#lib/tokens.ts';
import { BootFailed } from '#ui/boot.tsx';
import './outside.css';

const words = {
  401: ['登录过期', '您的登录已失效，请重新登录。'],
  403: ['当前操作没有权限', '您没有打开这个页面的权限，如有需要请联系管理员。'],
  404: ['页面不存在', '您访问的地址不存在，或已经移动到别处。'],
  500: ['系统未知错误', '请稍后再试；问题一直存在时，请反馈给管理员。'],
} as const;

export function ErrorPage({ code }: { code: keyof typeof words }) {
  const navigate = useNavigate();
  const [title, text] = words[code];
  useHostName(title);
  const inside = tokens() !== null && code !== 401;
  return (
    <main className="plain">
      <div className="code">{code}</div>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className="acts">
        {inside && (
          <button type="button" className="btn" onClick={() => navigate(-1)}>
            返回上一页
          </button>
        )}
        <button type="button" className="btn main" onClick={() => navigate('/', { replace: true })}>
          {inside ? '返回首页' : '去登录'}
        </button>
      </div>
    </main>
  );
}

/** Shown when the app cannot open: no answer, a missing chunk, or an exception. */
export function RouteFailed() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  const away = isAway(error);
  useEffect(() => (away ? onSignal('back', () => void revalidate()) : undefined), [away, revalidate]);
  if (away) return <BootFailed error={error} onRetry={() => void revalidate()} />;
  if (error instanceof ChunkGone) return <BootFailed error={error} onRetry={() => location.reload()} />;
  return <ErrorPage code={500} />;
}
