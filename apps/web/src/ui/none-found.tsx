import type { ReactNode } from 'react';
import './none-found.css';

interface Props {
  /** The query that reads the choices (TanStack Query's own fits). */
  of: { isFetching: boolean; error: Error | null; refetch: () => unknown };
  /** What is said where there truly are none. */
  children?: ReactNode;
}

/** Why an open list of choices holds none: they are being read, could not be read, or there are none. */
export const NoneFound = ({ of: { isFetching, error, refetch }, children = '没有数据' }: Props) => (
  <p className="none-found" role="status">
    {isFetching ? (
      '正在读取…'
    ) : error ? (
      <>
        没有读到
        <button type="button" className="link" onClick={() => void refetch()}>
          重试
        </button>
      </>
    ) : (
      children
    )}
  </p>
);
