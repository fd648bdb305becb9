import { Component, type ReactNode } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { recordThrown } from '#lib/error-log.ts';
import { PartGone } from '#lib/fetch-part.ts';
import { onSignal } from '#lib/signals.ts';
import { askAgain } from '#ui/later.tsx';
import { LoadFailed } from '#ui/states.tsx';

interface State {
  error: Error | null;
}

/** A page that breaks breaks alone, and the local log has it (ER-07); one that did not come can be asked for again (ER-06). */
export class Fence extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error('系统未知错误,请反馈给管理员') };
  }

  #stop: (() => void) | undefined;

  // What only the network kept from coming comes by itself once the network is back.
  override componentDidMount() {
    this.#stop = onSignal('back', () => {
      const { error } = this.state;
      if (error instanceof ApiError && error.kind === 'network') this.#again();
    });
  }

  override componentWillUnmount() {
    this.#stop?.();
  }

  override componentDidCatch(error: unknown, { componentStack }: { componentStack?: string | null }) {
    // A part that did not come was noted when it failed.
    if (!(error instanceof PartGone)) recordThrown('react', error, componentStack ?? undefined);
  }

  #again() {
    askAgain();
    this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const gone = error instanceof PartGone;
    const said = gone || error instanceof ApiError ? error : new Error('页面出现错误，请重试或反馈给管理员');
    return <LoadFailed error={said} onRetry={() => (gone ? location.reload() : this.#again())} />;
  }
}
