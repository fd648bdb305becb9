import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { returnPath } from '#lib/return-path.ts';
import { lazyComponent } from '#ui/lazy-part.tsx';

const Sys = lazyComponent(async () => (await import('#modules/session/outside/oauth/sys.tsx')).Sys);
const AdIndex = lazyComponent(async () => (await import('#modules/session/outside/oauth/ad-index.tsx')).AdIndex);
const AuthRedirect = lazyComponent(
  async () => (await import('#modules/session/outside/oauth/auth-redirect.tsx')).AuthRedirect,
);

const state = z.object({ back: z.object({ state: z.string(), code: z.nullable(z.string()) }) });

function useLoginMethods() {
  const navigate = useNavigate();
  const { search, state: brought } = useLocation();
  const read = state.safeParse(brought);
  return {
    search,
    tenantId: new URLSearchParams(search).get('tenantId'),
    back: read.success ? read.data.back : undefined,
    navigate,
    onSignedIn: () => void navigate(returnPath(), { replace: true }),
    onPassword: (path: string, notice?: string) =>
      void navigate(path, { state: notice === undefined ? null : { notice } }),
  };
}

export function SysRoute() {
  const { tenantId, back, onSignedIn, onPassword } = useLoginMethods();
  return <Sys tenantId={tenantId} back={back} onSignedIn={onSignedIn} onPassword={onPassword} />;
}

export function AdIndexRoute() {
  const { tenantId, onSignedIn, onPassword } = useLoginMethods();
  return <AdIndex tenantId={tenantId} onSignedIn={onSignedIn} onPassword={onPassword} />;
}

/** The page /authredirect when no other window waits for the result: continues like the sign-in page. */
export function AuthRedirectRoute() {
  const { search, navigate } = useLoginMethods();
  return (
    <AuthRedirect search={search} onNobody={(back) => void navigate('/login', { replace: true, state: { back } })} />
  );
}
