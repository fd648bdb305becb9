import type { WxAccount } from '@anlan/contract/modules/wx-account/resource';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { TabModal } from '#ui/tab-modal.tsx';
import { checkAccount } from '../calls.ts';

/** Asks WeChat whether app id and secret match. */
export function CheckDialog({ row, onClose }: { row: WxAccount; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['wx-account', 'check', row.id],
    queryFn: () => checkAccount(row.id),
    retry: false,
    gcTime: 0,
  });
  return (
    <TabModal
      open
      title={`测试连接：${row.name}`}
      okText="再测一次"
      cancelText="关闭"
      confirmLoading={isFetching}
      onOk={() => void refetch()}
      onCancel={onClose}
    >
      <div role="status">
        {isFetching && <p>正在向微信获取接口凭证…</p>}
        {!isFetching && error && <Alert type="error" showIcon title={error.message} />}
        {!isFetching && data && (
          <Alert
            type={data.ok ? 'success' : 'error'}
            showIcon
            title={data.ok ? 'AppID 与密钥正确，可以收发消息' : '微信没有接受'}
            description={data.message || undefined}
          />
        )}
      </div>
    </TabModal>
  );
}
