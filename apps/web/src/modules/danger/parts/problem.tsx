import { Alert } from 'antd';
import { ApiError } from '#lib/api-error.ts';

/** Why a move came to nothing. */
export function Problem({ error }: { error: Error }) {
  const stale = error instanceof ApiError && error.status === 409;
  return (
    <Alert
      type={stale ? 'warning' : 'error'}
      showIcon
      title={stale ? '这条隐患刚刚被他人处理过，您填写的内容还在，请核对后再提交' : error.message}
      {...(stale && error.message ? { description: error.message } : {})}
    />
  );
}
