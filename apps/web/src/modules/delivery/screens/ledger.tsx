import { useEffect } from 'react';
import { startDelivery } from '#lib/offline/delivery.ts';
import { useCurrentUser } from '#lib/current-user.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Ledger } from '#widgets/delivery/ledger.tsx';

export function Screen() {
  const { nickName, username } = useCurrentUser().sysUser;
  const name = nickName || username;
  useEffect(() => void startDelivery(name), [name]);
  return (
    <>
      <PageHead title="发送记录" sub="本机填写的检查、照片和签名，送到哪一步了" />
      <Ledger />
    </>
  );
}
