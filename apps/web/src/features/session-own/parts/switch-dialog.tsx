import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { useWho } from '#lib/person.ts';
import { TabModal } from '#ui/tab-modal.tsx';
import { goOver, ownShops } from '../calls.ts';
import './dialogs.css';

interface Props {
  onClose: () => void;
  /** The session goes on in the other enterprise. */
  onSwitched: () => void;
}

const messageOf = (error: unknown) => (error instanceof ApiError ? error.message : '系统未知错误,请反馈给管理员');

/** 切换企业: one of the person's own enterprises to go on in (ST-04, VA-04). */
export function SwitchDialog({ onClose, onSwitched }: Props) {
  const phone = useWho().sysUser.phone ?? '';
  const { data, error, isPending, refetch } = useQuery(ownShops);
  const [chosen, setChosen] = useState<string>();
  const [warning, setWarning] = useState<string>();
  const [busy, setBusy] = useState(false);
  const go = async () => {
    if (chosen === undefined) return setWarning('请选择您要登录的企业');
    setBusy(true);
    setWarning(undefined);
    try {
      await goOver(chosen, phone);
      onSwitched();
    } catch (failure) {
      setWarning(messageOf(failure));
      setBusy(false);
    }
  };
  return (
    <TabModal
      open
      title="切换企业"
      width={460}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          取消
        </Button>,
        <Button key="go" type="primary" loading={busy} disabled={isPending || error !== null} onClick={() => void go()}>
          切换
        </Button>,
      ]}
    >
      <p className="dialog-note">切换后将关闭全部页签，并以所选企业重新进入系统。</p>
      {warning && <Alert type="warning" showIcon title={warning} role="alert" />}
      {error && (
        <Alert
          type="error"
          showIcon
          title={messageOf(error)}
          action={
            <Button size="small" onClick={() => void refetch()}>
              重试
            </Button>
          }
        />
      )}
      {isPending && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      <Radio.Group
        className="switch-shops"
        aria-label="您要登录的企业"
        value={chosen ?? null}
        onChange={({ target }) => {
          const shop = data?.find(({ id }) => id === target.value);
          setChosen(shop?.id);
          setWarning(undefined);
        }}
      >
        {data?.map(({ id, name, current }) => (
          <Radio key={id} value={id} disabled={current}>
            <span>{name}</span>
            {current && <small>当前企业</small>}
          </Radio>
        ))}
      </Radio.Group>
    </TabModal>
  );
}
