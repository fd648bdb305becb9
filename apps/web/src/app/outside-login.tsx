import { Navigate, useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { returnPath } from '#lib/return-path.ts';
import { lazyComponent } from '#ui/lazy-part.tsx';

export const fetchLogin = () => import('#modules/session/outside/login.tsx');
const Login = lazyComponent(async () => (await fetchLogin()).Login);

const state = z.object({ notice: z.string() });
const landed = z.object({ back: z.object({ state: z.string() }) });

export function LoginRoute() {
  const navigate = useNavigate();
  const brought: unknown = useLocation().state;
  const read = state.safeParse(brought);
  // The user came back from WeChat in this tab: the page `/sys` handles the result.
  if (landed.safeParse(brought).success) return <Navigate to="/sys" replace state={brought} />;
  return (
    <Login
      notice={read.success ? read.data.notice : undefined}
      onSignedIn={() => navigate(returnPath(), { replace: true })}
    />
  );
}
