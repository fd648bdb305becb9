import { useQueryClient } from '@tanstack/react-query';
import { ownKey } from '#modules/info/calls.ts';
import { ChangePhoneDialog } from '#modules/info/parts/change-phone.tsx';
import { useWho } from '#lib/person.ts';
import type { DialogProps } from './registry.ts';

/** 修改绑定手机号, from anywhere (VA-02, VA-03). */
export function Dialog({ onClose }: DialogProps) {
  const client = useQueryClient();
  const { phone } = useWho().sysUser;
  const done = () => {
    onClose();
    void client.invalidateQueries({ queryKey: ownKey });
  };
  return phone === null ? null : <ChangePhoneDialog phone={phone} onDone={done} onClose={onClose} />;
}
