import { useEffect, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { useHostName } from '#lib/host-brand.ts';
import { fetchPart } from '#lib/load-chunk.ts';
import { FootLines } from '#widgets/foot-lines.tsx';
import { HostMark } from '#ui/host-mark.tsx';
import { platformId, type SignInTarget } from '../calls.ts';
import { firstKind, rememberChoice } from '../state.ts';
import { KindField } from './login-fields.tsx';
import './login.css';
import { PasswordForm } from './password-form.tsx';
import { PhoneForm } from './phone-form.tsx';
import type { SecondStep } from './second-step.tsx';
import { TenantField } from './tenant-field.tsx';
import { usePlaces, useLoginMethods } from './use-places.ts';
import { LoginMethodTabs } from './login-method-tabs.tsx';

const waves = [
  { level: 70, height: 16, length: 95, shift: 0, opacity: 0.06 },
  { level: 110, height: 13, length: 78, shift: 140, opacity: 0.07 },
  { level: 150, height: 10, length: 66, shift: 300, opacity: 0.09 },
].map(({ level, height, length, shift, opacity }) => {
  const points = Array.from({ length: 71 }, (_, i) => {
    const x = i * 10;
    return `L${x} ${(level + height * Math.sin((x + shift) / length)).toFixed(1)}`;
  });
  return { opacity, path: `M0 ${level} ${points.join(' ')} V220 H0Z` };
});

function Sea() {
  const name = useHostName();
  return (
    <section className="sea" aria-label={name}>
      <div className="sea-brand">
        <HostMark size={32} />
        <span>{name}</span>
      </div>
      <h2>
        让每一家企业
        <br />
        都平安开工，平安收工
      </h2>
      <p>企业管理与安全生产综合平台：风险分级、隐患闭环、教育培训、一企一档，监管与企业在同一处办事。</p>
      <svg viewBox="0 0 700 220" preserveAspectRatio="none" height="220" aria-hidden="true">
        {waves.map(({ path, opacity }) => (
          <path key={path} d={path} fill="#fff" fillOpacity={opacity} />
        ))}
      </svg>
    </section>
  );
}

const askedMethod = () => (new URLSearchParams(location.search).get('way') === 'phone' ? 'phone' : 'password');

/** /login. `notice` explains why the person must sign in again. */
export function Login({ onSignedIn, notice }: { onSignedIn: () => void; notice: string | undefined }) {
  const { places, pending, place, setPlace, pictureKey, reloadPicture, problem, retry } = usePlaces();
  const loginMethods = useLoginMethods(place?.id);
  const [kind, setKind] = useState(firstKind);
  const [selectedMethod, setSelectedMethod] = useState<'password' | 'phone'>(askedMethod);
  const [noticeText, setNoticeText] = useState(notice);
  const [second, setSecond] = useState<{ ticket: string; Step: typeof SecondStep } | null>(null);
  const way = selectedMethod === 'phone' && loginMethods.phone ? 'phone' : 'password';
  // On the platform tenant, the user type is always `platform`.
  const gate: SignInTarget | undefined = place && { place, type: place.id === platformId ? 'platform' : kind };

  useHostName('登录');
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    [...document.querySelectorAll<HTMLInputElement>('#way input')].find(({ value }) => value === '')?.focus();
  }, [way]);

  const done = () => {
    if (gate) rememberChoice({ tenantId: gate.place.id, type: gate.type });
    onSignedIn();
  };
  // Few people have a second factor, so its step loads when the server asks for it.
  const onDone = (ticket: string | null) => {
    if (ticket === null) return done();
    fetchPart(() => import('./second-step.tsx')).then(
      ({ SecondStep: Step }) => setSecond({ ticket, Step }),
      (error: unknown) => setNoticeText(messageOf(error)),
    );
  };
  const first = { gate, pictureKey, reloadPicture, notice: noticeText, onDone };

  return (
    <main className="gate">
      <Sea />
      <section className="gate-form" aria-labelledby="sign-in">
        {second !== null && gate ? (
          <second.Step
            gate={gate}
            ticket={second.ticket}
            onDone={done}
            onBack={(reason) => {
              setNoticeText(reason);
              setSecond(null);
              reloadPicture();
            }}
          />
        ) : (
          <div className="gate-box">
            <div>
              <h1 id="sign-in">登录</h1>
              <p className="sub">
                {loginMethods.phone ? '使用单位分配的账号，或已绑定的手机号' : '使用单位分配的账号'}
              </p>
            </div>
            <TenantField
              places={places}
              selectedPlace={place}
              onChoose={setPlace}
              busy={places.length === 0 && !problem}
            />
            {pending.length > 0 && (
              <p role="status" className="sub">
                正在生成：{pending.join('、')}，完成后自动出现在列表里。
              </p>
            )}
            {place?.id !== platformId && <KindField value={kind} onChange={setKind} />}
            <div role="alert" className="failure" hidden={!problem}>
              {problem}
              <button type="button" onClick={retry}>
                重试
              </button>
            </div>
            <LoginMethodTabs ways={loginMethods} selectedMethod={way} onChoose={setSelectedMethod} gate={gate} />
            <div
              id="way"
              role={loginMethods.phone ? 'tabpanel' : undefined}
              aria-label={way === 'phone' ? '短信登录' : '密码登录'}
            >
              {way === 'phone' ? <PhoneForm {...first} /> : <PasswordForm {...first} />}
            </div>
            <nav className="gate-links" aria-label="其他">
              <a href="/findPhone/index">找回手机号</a>
              <a href="/bus/enterprise/apply">企业入驻</a>
              <a href="/register">注册账号</a>
              <a href="/guide">使用指南</a>
            </nav>
          </div>
        )}
        <footer className="fine">
          <FootLines brand={place ?? null} />
        </footer>
      </section>
    </main>
  );
}
