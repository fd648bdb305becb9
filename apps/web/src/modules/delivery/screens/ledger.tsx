import { useEffect } from 'react';
import { beginKeeping } from '#lib/kept/sending.ts';
import { useWho } from '#lib/person.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Ledger } from '#widgets/delivery/ledger.tsx';

/** 发送记录: proof on this phone of what has arrived. */
export function Screen() {
  const { nickName, username } = useWho().sysUser;
  const name = nickName || username;
  useEffect(() => void beginKeeping(name), [name]);
  return (
    <>
      <PageHead title="发送记录" sub="本机填写的检查、照片和签名，送到哪一步了" />
      <Ledger />
    </>
  );
}
