import type { Brand } from '@anlan/contract/modules/tenant/tenant';
import type { UnboundIdentity } from '@anlan/contract/modules/session/oauth';
import { useEffect, useState, type FormEvent } from 'react';
import { ApiError, messageOf } from '#lib/api-error.ts';
import { storeUnbound } from '#lib/oauth.ts';
import { TextField } from '#ui/text-field.tsx';
import { platformId } from '../../calls.ts';
import { firstKind, rememberChoice, signInPath } from '../../state.ts';
import { KindField, PasswordField } from '../login-fields.tsx';
import '../login.css';
import { SecondStep } from '../second-step.tsx';
import { Sheet } from '#widgets/public-page/public-page.tsx';
import { TenantField } from '../tenant-field.tsx';
import { useFields, type Faults } from '../use-fields.ts';
import { usePlaces } from '../use-places.ts';
import { bindProven, loadDirectories, signInByDirectory } from '../calls.ts';
import { ProveAccount } from './prove-account.tsx';
import './oauth.css';

interface Props {
  tenantId: string | null;
  onSignedIn: () => void;
  /** Opens `path`, the form for password sign-in. `notice` is the reason shown there. */
  onPassword: (path: string, notice?: string) => void;
}
type Field = 'username' | 'password';
interface DirectoryAnswer {
  of: string;
  directories: readonly { id: string; name: string }[];
  failure?: string;
}

/** /adindex: sign-in with an account of the authority's directory (RT-08). */
export function AdIndex({ tenantId, onSignedIn, onPassword }: Props) {
  const { places, place: usual, problem, retry } = usePlaces();
  const [selectedPlace, setSelectedPlace] = useState<Brand>();
  const place = selectedPlace ?? places.find(({ id }) => id === tenantId) ?? usual;
  const [door, setDoor] = useState<DirectoryAnswer>();
  const [tries, setTries] = useState(0);
  const [kind, setKind] = useState(firstKind);
  const [picked, setPicked] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [ticket, setTicket] = useState<string | null>(null);
  const [unbound, setUnbound] = useState<UnboundIdentity | null>(null);
  const { typed, bind, focus, refuse } = useFields<Field>({ username: '', password: '' });
  const type = place?.id === platformId ? 'platform' : kind;
  const currentAnswer = door !== undefined && door.of === place?.id ? door : undefined;
  const directories = currentAnswer?.directories ?? [];
  const directory = directories.find(({ id }) => id === picked) ?? directories[0];

  const toPassword = (notice?: string) => onPassword(signInPath('/login', place && { place, type }), notice);
  const enter = async () => {
    if (unbound) await bindProven(unbound.bindTicket);
    if (place) rememberChoice({ tenantId: place.id, type });
    onSignedIn();
  };
  /**
   * Handles a directory account that is not bound to a local account. The user verifies the local account or signs in
   * by name.
   */
  const handleUnbound = (error: unknown, at: Brand): boolean => {
    const met = storeUnbound(error, at.id);
    if (met?.provable) setUnbound(met);
    else if (met) toPassword(messageOf(error));
    return met !== null;
  };
  useEffect(() => {
    if (place === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    setFailure(undefined);
    loadDirectories(place, signal).then(
      // `null` means that a proxy has already authenticated this user.
      (answer) => {
        if (signal.aborted) return;
        if (answer === null) void enter();
        else setDoor({ of: place.id, directories: answer });
      },
      (error: unknown) => {
        if (signal.aborted) return;
        if (!handleUnbound(error, place)) setDoor({ of: place.id, directories: [], failure: messageOf(error) });
      },
    );
    return () => leaving.abort();
    // Runs for each tenant and each retry.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [place?.id, tries]);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || place === undefined || directory === undefined) return;
    const faults: Faults<Field> = {};
    if (typed.username.trim() === '') faults.username = '请输入用户名';
    if (typed.password === '') faults.password = '请输入密码';
    if (refuse(faults, ['username', 'password'])) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const credentials = { directory: directory.id, username: typed.username.trim(), password: typed.password };
      const due = await signInByDirectory({ place, type }, credentials);
      if (due === null) await enter();
      else setTicket(due);
    } catch (error) {
      if (handleUnbound(error, place)) return;
      setFailure(messageOf(error));
      if (error instanceof ApiError && error.status === 426) focus('password');
    } finally {
      setBusy(false);
    }
  };

  if (ticket !== null && place)
    return (
      <Sheet title="统一身份登录" path="/adindex">
        <SecondStep gate={{ place, type }} ticket={ticket} onDone={() => void enter()} onBack={toPassword} />
      </Sheet>
    );
  if (unbound !== null && place)
    return (
      <Sheet title="统一身份登录" path="/adindex">
        <ProveAccount
          place={place}
          unbound={unbound}
          onDone={(due) => (due === null ? void enter() : setTicket(due))}
          onBack={(reason) => {
            setUnbound(null);
            setFailure(reason);
          }}
          onOther={() => toPassword('未绑定登录账号，请使用密码登录后绑定')}
        />
      </Sheet>
    );
  const closed = currentAnswer !== undefined && directories.length === 0;
  return (
    <Sheet title="统一身份登录" path="/adindex">
      <h1>统一身份登录</h1>
      <p className="sub">使用单位内部网络的账号和密码，与登录单位电脑时相同。</p>
      <form className="third" onSubmit={onSubmit} noValidate>
        <TenantField
          places={places}
          selectedPlace={place}
          onChoose={setSelectedPlace}
          busy={places.length === 0 && !problem}
        />
        {directories.length > 1 && (
          <fieldset className="pick">
            <legend>目录</legend>
            {directories.map(({ id, name }) => (
              <label key={id}>
                <input type="radio" name="directory" checked={id === directory?.id} onChange={() => setPicked(id)} />
                {name}
              </label>
            ))}
          </fieldset>
        )}
        {!closed && place?.id !== platformId && <KindField value={kind} onChange={setKind} />}
        {!closed && (
          <>
            <TextField
              {...bind('username')}
              label={directories.length === 1 ? `${directory?.name ?? ''}用户名` : '用户名'}
              name="username"
              autoComplete="username"
            />
            <PasswordField {...bind('password')} />
          </>
        )}
        <div role="alert" className="failure" hidden={!problem && !failure && !closed}>
          {problem ??
            failure ??
            currentAnswer?.failure ??
            '该单位没有接入内部目录，不能用内网账号登录，请使用其他方式登录'}
          {(problem || currentAnswer?.failure) && (
            <button type="button" onClick={problem ? retry : () => setTries(tries + 1)}>
              重试
            </button>
          )}
        </div>
        {!closed && (
          <button type="submit" className="btn main big" disabled={busy || directory === undefined} aria-busy={busy}>
            {busy ? '正在登录…' : '登录'}
          </button>
        )}
        <p className="hint">
          <button type="button" onClick={() => toPassword()}>
            使用其他方式登录
          </button>
        </p>
      </form>
    </Sheet>
  );
}
