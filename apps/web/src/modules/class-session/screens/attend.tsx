import type { StoredFile } from '@anlan/contract/kit/field';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { positionNow } from '#lib/offline/shrink-photo.ts';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty } from '#ui/page-states.tsx';
import { SignaturePad } from '#widgets/signature/signature-pad.tsx';
import { sendSignature } from '#widgets/signature/send-signature.ts';
import { sessions } from '../calls.ts';
import '../session.css';

const positionMs = 5_000;
// A person who was too far away scans again after a few steps.
const positionAgeMs = 2_000;

/** 扫码签到: registers the attendance when the page opens. The person then signs with a finger. */
export function Screen() {
  const code = useSearchParams()[0].get('code') ?? '';
  const [signed, setSigned] = useState(false);
  const arrive = useMutation({
    // An attendance code is valid for 30 seconds. If the phone reports no position in time, send the code only.
    mutationFn: async (scannedCode: string) =>
      sessions.arrive({ code: scannedCode, ...(await positionNow(positionMs, positionAgeMs)) }, { quiet: true }),
  });
  const { mutate, data, error } = arrive;
  useEffect(() => {
    if (code !== '') mutate(code);
  }, [code, mutate]);
  const sign = useMutation({
    mutationFn: async (signature: StoredFile) => {
      if (!data) throw new Error('请重新扫码');
      return sessions.sign({ id: data.id, signature }, { quiet: true });
    },
    onSuccess: () => setSigned(true),
  });
  if (code === '' || error)
    return (
      <>
        <PageHead title="扫码签到" />
        <Empty icon="alert" title={error ? error.message : '请扫描现场的签到二维码'}>
          用手机相机或微信扫一扫，扫描组织者屏幕上的二维码。
        </Empty>
      </>
    );
  if (!data) return <Skeleton height={240} />;
  if (data.proof === 'far')
    return (
      <>
        <PageHead title={data.topic} sub={`主持人 ${data.trainer}`} />
        <Empty icon="alert" title={`未到点：您的位置离签到地点约 ${data.metres ?? 0} 米，不计学时`}>
          请到现场打开手机定位，重新扫描屏幕上的二维码；定位不准的，请组织者补登。
        </Empty>
      </>
    );
  return (
    <div className="session-attend">
      <PageHead title={data.topic} sub={`主持人 ${data.trainer}`} />
      <section className="card">
        {signed || data.signed ? (
          <p role="status" className="session-done">
            已签到并签名
          </p>
        ) : (
          <>
            <p role="status">
              已签到{data.proof === 'code' && '（仅二维码，没有定位）'}。请在下面签名，签名后按实际参加的时间计入学时。
            </p>
            <SignaturePad
              name="本人"
              value={sign.isPending || sign.isError ? (sign.variables ?? null) : null}
              keep={sendSignature}
              onChange={(signature) => (signature ? sign.mutate(signature) : sign.reset())}
            />
            {sign.error && (
              <p role="alert">
                {sign.error.message}{' '}
                <Button size="small" onClick={() => sign.variables && sign.mutate(sign.variables)}>
                  重试
                </Button>
              </p>
            )}
          </>
        )}
      </section>
    </div>
  );
}
