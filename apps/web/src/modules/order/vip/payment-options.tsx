import { QRCode } from 'antd';
import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/page-states.tsx';

export type Entrance<T> =
  | { at: 'coming' }
  | { at: 'failed'; why: string; onRetry: () => void }
  | { at: 'over'; onRetry: () => void }
  | { at: 'open'; value: T };

interface Props {
  note: string;
}

/** WeChat QR code, 120 by 120 pixels, highest error correction (CN-03). */
export const WeChatEntrance = ({ code, note }: Props & { code: Entrance<string> }) => (
  <Vendor name="微信支付" mark="微" tone="wechat" hint="打开微信扫一扫" note={note} state={code}>
    {(value) => (
      <div className="vip-qr" role="img" aria-label="微信支付二维码">
        <span aria-hidden>
          <QRCode type="svg" value={value} size={120} bordered={false} errorLevel="H" color="#000" bgColor="#fff" />
        </span>
      </div>
    )}
  </Vendor>
);

export const AlipayEntrance = ({ address, note }: Props & { address: Entrance<string> }) => (
  <Vendor name="支付宝" mark="支" tone="alipay" hint="打开支付宝扫一扫" note={note} state={address}>
    {(value) => (
      <div className="vip-frame">
        <small aria-hidden>
          <Icon name="lock" size={12} />
          支付宝收银台
        </small>
        <iframe
          key={value}
          title="支付宝收银台"
          src={value}
          sandbox="allow-forms allow-same-origin allow-scripts"
          referrerPolicy="no-referrer"
        />
      </div>
    )}
  </Vendor>
);

interface VendorProps<T> extends Props {
  name: string;
  mark: string;
  tone: 'wechat' | 'alipay';
  hint: string;
  state: Entrance<T>;
  children: (value: T) => ReactNode;
}

function Vendor<T>({ name, mark, tone, hint, note, state, children }: VendorProps<T>) {
  return (
    <section className="vip-vendor" aria-label={name}>
      <h3>
        <i className={`vip-mark ${tone}`} aria-hidden>
          {mark}
        </i>
        {name}
      </h3>
      {state.at === 'open' && children(state.value)}
      {state.at === 'coming' && <Skeleton width={138} height={138} />}
      {state.at === 'over' && (
        <div className="vip-gone">
          <b>二维码已过期</b>
          <button type="button" className="btn" onClick={state.onRetry}>
            点击刷新
          </button>
        </div>
      )}
      {state.at === 'failed' && (
        <div className="vip-gone" role="alert">
          <b>{state.why}</b>
          <button type="button" className="btn" aria-label={`重试${name}`} onClick={state.onRetry}>
            重试
          </button>
        </div>
      )}
      {state.at === 'open' && (
        <p>
          {hint}
          <small>{note}</small>
        </p>
      )}
    </section>
  );
}
