import { Component, type ReactNode } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { recordThrown } from '#lib/error-log.ts';
import { ChunkGone } from '#lib/load-chunk.ts';
import { onSignal } from '#lib/app-events.ts';
import { retryFailedParts } from '#ui/lazy-part.tsx';
import { LoadFailed } from '#ui/page-states.tsx';

interface State {
  error: Error | null;
}

/**
 * Error boundary around one page: writes the error to the local log (ER-07). When a chunk failed to load, the user can
 * retry (ER-06).
 */
export class PageErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error('系统未知错误,请反馈给管理员') };
  }

  #stop: (() => void) | undefined;

  // After a network failure the page renders again when the network is back.
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
    // A chunk load failure is not recorded here: it was already recorded when the request failed.
    if (!(error instanceof ChunkGone)) recordThrown('react', error, componentStack ?? undefined);
  }

  #again() {
    retryFailedParts();
    this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const gone = error instanceof ChunkGone;
    const shownError = gone || error instanceof ApiError ? error : new Error('页面出现错误，请重试或反馈给管理员');
    return <LoadFailed error={shownError} onRetry={() => (gone ? location.reload() : this.#again())} />;
  }
}
