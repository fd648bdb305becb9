import { Navigate, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { fetched } from '#ui/later.tsx';

/** Begins to fetch the screen, which nobody who is signed in needs. */
export const fetchLogin = () => import('#modules/session/outside/login.tsx');
const Login = fetched(async () => (await fetchLogin()).Login);

const state = z.object({ notice: z.string() });
const landed = z.object({ back: z.object({ state: z.string() }) });

/** /login in its place. */
export function LoginRoute() {
  const navigate = useNavigate();
  const brought: unknown = useLocation().state;
  const read = state.safeParse(brought);
  // Back from WeChat in this very tab: the page of the QR code knows what to do with it.
  if (landed.safeParse(brought).success) return <Navigate to="/sys" replace state={brought} />;
  return (
    <Login notice={read.success ? read.data.notice : undefined} onSignedIn={() => navigate('/', { replace: true })} />
  );
}
