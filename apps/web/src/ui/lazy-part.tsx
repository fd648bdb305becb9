import {
  Component,
  createElement,
  lazy,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react';
import { recordThrown } from '#lib/error-log.ts';
import { prefetchPart, fetchPart, ChunkGone } from '#lib/load-chunk.ts';
import { Icon } from './icon.tsx';
import './page.css';

let round = 0;
const againAfterMs = 3_000;

/** Makes all lazy components that failed to load try again at their next render. */
export function retryFailedParts(): void {
  round += 1;
}

/**
 * A component whose code loads when it first renders. `ahead` prefetches the code, for example for use without a
 * network.
 */
export type Fetched<P> = FunctionComponent<P> & { ahead: () => Promise<unknown> | undefined };

/** Creates a component whose code loads when it first renders. After a failure the next mount tries again. */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  let failed: { round: number; at: number } | undefined;
  let coming: Promise<{ default: ComponentType<P> }> | undefined;
  // When the code is already loaded, the component renders at once. React's lazy() would first show the fallback.
  let here: ComponentType<P> | undefined;
  const take = (part: ComponentType<P>) => ({ default: (here = part) });
  let early: Promise<{ default: ComponentType<P> }> | undefined;
  const whole = () => fetchPart(load).then(take);
  // When a prefetch failed, the code is loaded again when the component renders.
  const come = () => (coming ??= early?.catch(whole) ?? whole());
  const make = (): FunctionComponent<P> =>
    lazy(async () => {
      try {
        return await come();
      } catch (error) {
        coming = undefined;
        failed = { round, at: Date.now() };
        throw error;
      }
    });
  let part = make();
  // React caches a load failure and renders once more to confirm it. Only a later render may load again.
  const current = () => {
    if (failed && (failed.round < round || Date.now() - failed.at > againAfterMs)) {
      failed = undefined;
      part = make();
    }
    return here ?? part;
  };
  function Fetched(props: P) {
    const [Part] = useState(() => current());
    return createElement(Part, props);
  }
  const ahead = () => {
    if (coming) return coming;
    early ??= prefetchPart(() => load().then(take));
    early?.catch(() => (early = undefined));
    return early;
  };
  return Object.assign(Fetched, { ahead });
}

/**
 * Creates a component for a dialog or a part of a page that loads on demand. A load failure shows a message in the
 * corner, and the page stays.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  const Part = lazyComponent(load);
  function Later(props: P) {
    // A caller that keeps this part mounted while it is closed must change its key. Otherwise the load failure stays.
    const allProps = { onClose: undefined, onGone: undefined, ...props };
    const close: unknown = allProps.onGone ?? allProps.onClose;
    return (
      <Corner onClose={typeof close === 'function' ? () => void close() : undefined}>
        {createElement(Part, props)}
      </Corner>
    );
  }
  return Object.assign(Later, { ahead: Part.ahead });
}

interface CornerProps {
  children: ReactNode;
  onClose: (() => void) | undefined;
}

class Corner extends Component<CornerProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error('系统未知错误,请反馈给管理员') };
  }

  override componentDidCatch(error: unknown, { componentStack }: { componentStack?: string | null }) {
    if (!(error instanceof ChunkGone)) recordThrown('react', error, componentStack ?? undefined);
  }

  #again() {
    retryFailedParts();
    this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { onClose } = this.props;
    const gone = error instanceof ChunkGone;
    return (
      <div className="part-failed" role="alert">
        <Icon name="alert" size={18} />
        <span>{error.name === 'ApiError' || gone ? error.message : '这部分页面出现错误，请重试或反馈给管理员'}</span>
        <button type="button" className="btn" onClick={() => (gone ? location.reload() : this.#again())}>
          {gone ? '重新载入' : '重试'}
        </button>
        {onClose && (
          <button type="button" className="btn" onClick={onClose}>
            关闭
          </button>
        )}
      </div>
    );
  }
}
