import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { fetched } from '#ui/later.tsx';

const Sys = fetched(async () => (await import('#modules/session/outside/oauth/sys.tsx')).Sys);
const AdIndex = fetched(async () => (await import('#modules/session/outside/oauth/ad-index.tsx')).AdIndex);
const AuthRedirect = fetched(
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
    onSignedIn: () => void navigate('/', { replace: true }),
    onPassword: (notice?: string) => void navigate('/login', { state: notice === undefined ? null : { notice } }),
  };
}

/** /sys in its place. */
export function SysRoute() {
  const { tenantId, back, onSignedIn, onPassword } = useLoginMethods();
  return <Sys tenantId={tenantId} back={back} onSignedIn={onSignedIn} onPassword={onPassword} />;
}

/** /adindex in its place. */
export function AdIndexRoute() {
  const { tenantId, onSignedIn, onPassword } = useLoginMethods();
  return <AdIndex tenantId={tenantId} onSignedIn={onSignedIn} onPassword={onPassword} />;
}

/** /authredirect in its place: where nobody waits, the sign-in page takes over. */
export function AuthRedirectRoute() {
  const { search, navigate } = useLoginMethods();
  return (
    <AuthRedirect search={search} onNobody={(back) => void navigate('/login', { replace: true, state: { back } })} />
  );
}
