import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '#ui/page-head.tsx';
import { Bones, Empty, LoadFailed } from '#ui/states.tsx';

interface Props<T> {
  title: string;
  note?: string;
  /** How much room it takes before it is read. */
  height: number;
  of: UseQueryResult<T>;
  more?: (read: T) => ReactNode;
  /** What is said where there is nothing to show; null where there is. */
  empty?: (read: T) => string | null;
  children: (read: T) => ReactNode;
}

/** A card of a home page that shows what was read, that it is being read, or why it was not. */
export function HomeCard<T>({ title, note, height, of: { data, error, refetch }, more, empty, children }: Props<T>) {
  const nothing = data === undefined ? null : (empty?.(data) ?? null);
  return (
    <Card title={title} note={note} more={data === undefined ? undefined : more?.(data)}>
      {error && data === undefined ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Bones height={height} />
      ) : nothing === null ? (
        children(data)
      ) : (
        <Empty icon="check" title={nothing} />
      )}
    </Card>
  );
}
