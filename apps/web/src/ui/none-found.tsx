import type { ReactNode } from 'react';
import './none-found.css';

interface Props {
  of: { isFetching: boolean; error: Error | null; refetch: () => unknown };
  children?: ReactNode;
}

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
