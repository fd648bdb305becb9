import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { switchEnterprise, ownShops } from '../calls.ts';
import './dialogs.css';

interface Props {
  /** Names of the open pages whose unsaved input will be lost. */
  lost: readonly string[];
  onClose: () => void;
  onSwitched: () => void;
}

/** From this number of enterprises on, show a search field. */
const searchedFrom = 6;

/** 切换企业: continues the session in another enterprise of the user (ST-04, VA-04). */
export function SwitchDialog({ lost, onClose, onSwitched }: Props) {
  const phone = useCurrentUser().sysUser.phone ?? '';
  const { data = [], error, isPending, refetch } = useQuery(ownShops);
  const [word, setWord] = useState('');
  const [selectedId, setSelectedId] = useState<string>();
  const [warning, setWarning] = useState<string>();
  const [busy, setBusy] = useState(false);
  const wanted = word.trim().toLowerCase();
  const shown = data.filter(({ name }) => name.toLowerCase().includes(wanted));
  const go = async () => {
    if (busy) return;
    // If a new search hides the selected enterprise, treat it as not selected.
    const there = shown.find(({ id }) => id === selectedId);
    if (there === undefined) return setWarning('请选择您要登录的企业');
    setBusy(true);
    setWarning(undefined);
    try {
      await switchEnterprise(there.id, phone);
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
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go();
        }}
      >
        <p className="dialog-note">切换后将关闭全部页签，并以所选企业重新进入系统。</p>
        {lost.length > 0 && (
          <Alert type="warning" showIcon title={`“${lost.join('”、“')}”有未保存的内容，切换后将丢失。`} />
        )}
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
        {data.length >= searchedFrom && (
          <Input
            allowClear
            className="switch-search"
            value={word}
            prefix={<Icon name="search" size={16} />}
            placeholder={`在 ${data.length} 家企业中查找`}
            aria-label="查找企业"
            onChange={({ target }) => setWord(target.value)}
          />
        )}
        <Radio.Group
          className="switch-shops"
          aria-label="您要登录的企业"
          value={selectedId ?? null}
          onChange={({ target }) => {
            setSelectedId(data.find(({ id }) => id === target.value)?.id);
            setWarning(undefined);
          }}
        >
          {shown.map(({ id, name, current }) => (
            <Radio key={id} value={id} disabled={current}>
              <span>{name}</span>
              {current && <small>当前企业</small>}
            </Radio>
          ))}
        </Radio.Group>
        {data.length > 0 && shown.length === 0 && (
          <p role="status" className="dialog-note">
            没有名称包含“{word.trim()}”的企业
          </p>
        )}
        <button type="submit" hidden aria-label="切换" />
      </form>
    </TabModal>
  );
}
