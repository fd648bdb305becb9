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
import { fetchAhead, fetchPart, PartGone } from '#lib/fetch-part.ts';
import { Icon } from './icon.tsx';
import './page.css';

let round = 0;
const againAfterMs = 3_000;

/** Let parts that did not come be asked for again, by whoever shows them next. */
export function askAgain(): void {
  round += 1;
}

/** A part that is fetched when it is first shown, or ahead of that: what may be needed without a network. */
export type Fetched<P> = FunctionComponent<P> & { ahead: () => Promise<unknown> | undefined };

/** A part that is fetched when it is first shown; one that did not come is asked for again when it is shown anew. */
export function fetched<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  let failed: { round: number; at: number } | undefined;
  let coming: Promise<{ default: ComponentType<P> }> | undefined;
  // What is here is drawn at once: React would show the fallback first, and then wait with what it stands for.
  let here: ComponentType<P> | undefined;
  const take = (part: ComponentType<P>) => ({ default: (here = part) });
  let early: Promise<{ default: ComponentType<P> }> | undefined;
  const whole = () => fetchPart(load).then(take);
  // What did not come ahead of its need is seen to once it is needed.
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
  // React remembers a failure for ever, and renders anew at once to be sure of it: only a later look is another try.
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
    early ??= fetchAhead(() => load().then(take));
    early?.catch(() => (early = undefined));
    return early;
  };
  return Object.assign(Fetched, { ahead });
}

/** The same for a dialog or another part of a page: its failure stands in a corner and leaves the page as it is. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): Fetched<P> {
  const Part = fetched(load);
  function Later(props: P) {
    // What stands on while it is closed is told apart: it would keep its failure.
    const given = { onClose: undefined, onGone: undefined, ...props };
    const close: unknown = given.onGone ?? given.onClose;
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
    if (!(error instanceof PartGone)) recordThrown('react', error, componentStack ?? undefined);
  }

  #again() {
    askAgain();
    this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { onClose } = this.props;
    const gone = error instanceof PartGone;
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
