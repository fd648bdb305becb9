import { useQueryClient } from '@tanstack/react-query';
import { ownKey } from '#modules/info/calls.ts';
import { ChangePhoneDialog } from '#modules/info/parts/change-phone.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import type { DialogProps } from './registry.ts';

/** The dialog 修改绑定手机号 (change the bound phone number), which any page can open (VA-02, VA-03). */
export function Dialog({ onClose }: DialogProps) {
  const client = useQueryClient();
  const { phone } = useCurrentUser().sysUser;
  const done = () => {
    onClose();
    void client.invalidateQueries({ queryKey: ownKey });
  };
  return phone === null ? null : <ChangePhoneDialog phone={phone} onDone={done} onClose={onClose} />;
}
