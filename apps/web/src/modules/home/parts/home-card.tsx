import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';

interface Props<T> {
  title: string;
  note?: ReactNode;
  /** Height in pixels that is reserved while the card loads. */
  height: number;
  of: UseQueryResult<T>;
  more?: (read: T) => ReactNode;
  /** Text for an empty result; null if there is content. */
  empty?: (read: T) => string | null;
  children: (read: T) => ReactNode;
}

export function HomeCard<T>({ title, note, height, of: { data, error, refetch }, more, empty, children }: Props<T>) {
  const nothing = data === undefined ? null : (empty?.(data) ?? null);
  return (
    <Card title={title} note={note} more={data === undefined ? undefined : more?.(data)}>
      {error && data === undefined ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={height} />
      ) : nothing === null ? (
        children(data)
      ) : (
        <Empty icon="check" title={nothing} />
      )}
    </Card>
  );
}
