import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import { useEffect, useRef, useState } from 'react';
import { openWindow, tenantOfOauth, type OauthResult } from '#lib/oauth.ts';
import { firstKind, rememberChoice, signInPath } from '../../state.ts';
import { platformId } from '../../calls.ts';
import { SecondStep } from '../second-step.tsx';
import { Sheet } from '#widgets/public-page/public-page.tsx';
import { TenantField } from '../tenant-field.tsx';
import { usePlaces } from '../use-places.ts';
import './oauth.css';
import { useOauth } from './use-oauth.ts';

interface Props {
  tenantId: string | null;
  /** The OAuth result. Set if the WeChat page replaced this page instead of opening in a frame. */
  back: OauthResult | undefined;
  onSignedIn: () => void;
  /** Opens `path`, the form for password sign-in. `notice` is the reason shown there. */
  onPassword: (path: string, notice?: string) => void;
}

/** /sys: sign-in by WeChat QR code (RT-04). */
export function Sys({ tenantId, back, onSignedIn, onPassword }: Props) {
  const { places, place: usual, problem, retry } = usePlaces();
  const wanted = (back && tenantOfOauth(back.state)) ?? tenantId;
  const [selectedPlace, setSelectedPlace] = useState<Brand>();
  const place = selectedPlace ?? places.find(({ id }) => id === wanted) ?? usual;
  const [ticket, setTicket] = useState<string | null>(null);
  const type = place?.id === platformId ? 'platform' : firstKind();
  const toPassword = (notice?: string) => onPassword(signInPath('/login', place && { place, type }), notice);
  const done = () => {
    if (place) rememberChoice({ tenantId: place.id, type });
    onSignedIn();
  };
  const { oauthState, again } = useOauth(place, back, {
    onDone: (due) => (due === null ? done() : setTicket(due)),
    onUnbound: () => toPassword('未绑定登录账号，请使用密码登录后绑定'),
  });

  if (ticket !== null && place)
    return (
      <Sheet title="微信扫码登录" path="/sys">
        <SecondStep gate={{ place, type }} ticket={ticket} onDone={done} onBack={toPassword} />
      </Sheet>
    );
  return (
    <Sheet title="微信扫码登录" path="/sys">
      <h1>微信扫码登录</h1>
      <p className="sub">用手机微信扫一扫，在手机上确认后进入系统。</p>
      <div className="third">
        <TenantField
          places={places}
          selectedPlace={place}
          onChoose={setSelectedPlace}
          busy={places.length === 0 && !problem}
        />
        <div className="qr" aria-busy={oauthState.kind === 'starting' || oauthState.kind === 'entering'}>
          {problem !== undefined && <Over text={problem} label="重试" onAgain={retry} />}
          {problem === undefined && oauthState.kind === 'starting' && <p className="wait">正在取得二维码…</p>}
          {oauthState.kind === 'entering' && (
            <p className="wait" role="status">
              已确认，正在登录…
            </p>
          )}
          {oauthState.kind === 'waiting' && <Frame key={oauthState.state} url={oauthState.url} />}
          {problem === undefined && oauthState.kind === 'over' && (
            <Over
              text={oauthState.text}
              label={oauthState.what === 'late' ? '刷新二维码' : '重新扫码'}
              onAgain={again}
            />
          )}
        </div>
        <p className="hint">
          {oauthState.kind === 'waiting' && (
            <>
              二维码没有出现？
              <button type="button" onClick={again}>
                重新取得
              </button>
              <button type="button" onClick={() => openWindow(oauthState.url) ?? location.assign(oauthState.url)}>
                在新窗口打开
              </button>
            </>
          )}
          <button type="button" onClick={() => toPassword()}>
            使用其他方式登录
          </button>
        </p>
      </div>
    </Sheet>
  );
}

/** Shows the WeChat page in an iframe. It redirects to /authredirect in the same iframe with the result. */
function Frame({ url }: { url: string }) {
  const inside = new URL(url);
  inside.searchParams.set('login_type', 'jssdk');
  inside.searchParams.set('self_redirect', 'true');
  return (
    <iframe
      title="微信二维码"
      src={inside.href}
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
      referrerPolicy="no-referrer"
    />
  );
}

function Over({ text, label, onAgain }: { text: string; label: string; onAgain: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="over">
      <p role="alert">{text}</p>
      <button ref={button} type="button" className="btn main" onClick={onAgain}>
        {label}
      </button>
    </div>
  );
}
