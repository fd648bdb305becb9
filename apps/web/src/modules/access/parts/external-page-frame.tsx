import type { FramedPage } from '@anlan/contract/domain/external-frame';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { isFrameReachable } from '#lib/frame-reachable.ts';
import { Icon } from '#ui/icon.tsx';
import { Empty, LoadFailed, PageSkeleton } from '#ui/page-states.tsx';
import { lookUp } from '../calls.ts';

type State =
  | { kind: 'asking' }
  | { kind: 'refused'; error: Error }
  | { kind: 'held'; framed: FramedPage; at: 'loading' | 'slow' | 'there' | 'gone' };

// If the iframe has not loaded after this many milliseconds, a message says that the site is slow.
const patienceMs = 12_000;

/**
 * Resolves the external address and shows it in an iframe. The iframe stays mounted while its tab is in the background.
 */
export function Framing({ src }: { src: string }) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const { kind } = state;

  useEffect(() => {
    if (kind !== 'asking') return undefined;
    const leave = new AbortController();
    lookUp(src, leave.signal).then(
      (framed) => setState({ kind: 'held', framed, at: 'loading' }),
      (error: unknown) => {
        if (!leave.signal.aborted)
          setState({ kind: 'refused', error: error instanceof Error ? error : new Error('网络异常，请稍后重试') });
      },
    );
    return () => leave.abort();
  }, [kind, src]);

  if (kind === 'asking') return <PageSkeleton />;
  if (kind === 'refused') return <LoadFailed error={state.error} onRetry={() => setState({ kind: 'asking' })} />;
  const { framed, at } = state;
  return <LoadedFrame framed={framed} at={at} onState={setState} />;
}

interface LoadedFrameProps {
  framed: FramedPage;
  at: Extract<State, { kind: 'held' }>['at'];
  onState: (state: State) => void;
}

function LoadedFrame({ framed, at, onState }: LoadedFrameProps) {
  const { address, document } = framed;
  const url = new URL(address);
  const isMixedContent = location.protocol === 'https:' && url.protocol === 'http:';
  const again = () => onState({ kind: 'asking' });

  useEffect(() => {
    if (at !== 'loading' || isMixedContent) return undefined;
    const slowTimer = setTimeout(() => onState({ kind: 'held', framed, at: 'slow' }), patienceMs);
    return () => clearTimeout(slowTimer);
  }, [at, isMixedContent, framed, onState]);

  const loaded = async ({ currentTarget: frame }: { currentTarget: HTMLIFrameElement }) => {
    const there = await isFrameReachable(frame, address, AbortSignal.timeout(patienceMs));
    // A reload replaces this iframe. Ignore the late load event of the replaced one.
    if (frame.isConnected) onState({ kind: 'held', framed, at: there ? 'there' : 'gone' });
  };

  return (
    <section className="card framed" aria-label={`外部页面 ${url.host}`}>
      <div className="framed-bar">
        <Icon name="outward" size={16} />
        <span className="framed-address" title={address}>
          <strong>{url.host}</strong>
          {address.slice(url.origin.length)}
        </span>
        <small className="framed-note" role="status">
          {at === 'loading' && !isMixedContent ? '正在打开…' : '内容由该网站提供'}
        </small>
        <button type="button" className="icon-btn small" aria-label="重新加载外部页面" title="重新加载" onClick={again}>
          <Icon name="reload" size={16} />
        </button>
        <a
          className="link framed-out"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          title="页面没有显示时，可能是该网站不允许嵌入"
        >
          在新窗口打开
        </a>
      </div>
      {at === 'slow' && (
        <p className="framed-late" role="status">
          {url.host} 还没有打开，可以继续等待，或在新窗口打开。
        </p>
      )}
      {isMixedContent || at === 'gone' ? (
        <Empty icon="info" title={isMixedContent ? '浏览器不显示未加密的外部页面' : `没有连上 ${url.host}`}>
          <p>{isMixedContent ? '本平台通过 https 打开，该页面是 http。' : '请检查网络，或稍后再试。'}</p>
          <span className="framed-acts">
            {!isMixedContent && <Button onClick={again}>重试</Button>}
            <Button type="primary" href={address} target="_blank" rel="noopener noreferrer">
              在新窗口打开
            </Button>
          </span>
        </Empty>
      ) : (
        <iframe
          className="framed-page"
          title={`外部页面 ${url.host}`}
          src={document}
          allow=""
          onLoad={(event) => void loaded(event)}
        />
      )}
    </section>
  );
}
