import type { UserType } from '@anlan/contract/modules/session/session';
import { useState } from 'react';
import { useHostName } from '#lib/host-brand.ts';
import { FootLines } from '#widgets/foot-lines.tsx';
import { platformId, type Gate } from '../calls.ts';
import { lastChoice, rememberChoice } from '../state.ts';
import { KindField } from './login-fields.tsx';
import './login.css';
import { PasswordForm } from './password-form.tsx';
import { PhoneForm } from './phone-form.tsx';
import { Sea } from './sea.tsx';
import { SecondStep } from './second-step.tsx';
import { TenantField } from './tenant-field.tsx';
import { usePlaces, useLoginMethods } from './use-places.ts';
import { LoginMethodTabs } from './login-method-tabs.tsx';

const firstKind = (): UserType => {
  const last = lastChoice()?.type;
  return last === undefined || last === 'platform' ? 'regulator' : last;
};

/** /login: `onSignedIn` goes on; `notice` says why one is here again. */
export function Login({ onSignedIn, notice }: { onSignedIn: () => void; notice: string | undefined }) {
  const { places, pending, place, setPlace, pictureKey, reloadPicture, problem, retry } = usePlaces();
  const loginMethods = useLoginMethods(place?.id);
  const [kind, setKind] = useState(firstKind);
  const [chosen, setChosen] = useState<'password' | 'phone'>('password');
  const [told, setTold] = useState(notice);
  const [ticket, setTicket] = useState<string | null>(null);
  const way = chosen === 'phone' && loginMethods.phone ? 'phone' : 'password';
  // At the platform one is always of the platform's own.
  const gate: Gate | undefined = place && { place, type: place.id === platformId ? 'platform' : kind };

  useHostName('登录');

  const done = () => {
    if (gate) rememberChoice({ tenantId: gate.place.id, type: gate.type });
    onSignedIn();
  };
  const onDone = (due: string | null) => (due === null ? done() : setTicket(due));
  const first = { gate, pictureKey, reloadPicture, notice: told, onDone };

  return (
    <main className="gate">
      <Sea />
      <section className="gate-form" aria-labelledby="sign-in">
        {ticket !== null && gate ? (
          <SecondStep
            gate={gate}
            ticket={ticket}
            onDone={done}
            onBack={(reason) => {
              setTold(reason);
              setTicket(null);
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
            <TenantField places={places} chosen={place} onChoose={setPlace} busy={places.length === 0 && !problem} />
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
            <LoginMethodTabs ways={loginMethods} chosen={way} onChoose={setChosen} tenantId={place?.id} />
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
