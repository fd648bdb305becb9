import type { ReactNode } from 'react';
import { PageHead } from './page-head.tsx';
import { LoadFailed, PageSkeleton } from './page-states.tsx';

interface Props<T> {
  /** Heading while the answer cannot be read. */
  title: string;
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  children: (data: T) => ReactNode;
}

/** A page that shows one answer: a placeholder until it arrives, or the reason why it could not be read. */
export function LoadedPage<T>({ title, query: { data, error, refetch }, children }: Props<T>) {
  if (data !== undefined) return children(data);
  if (!error) return <PageSkeleton />;
  return (
    <>
      <PageHead title={title} />
      <LoadFailed error={error} onRetry={() => void refetch()} />
    </>
  );
}
