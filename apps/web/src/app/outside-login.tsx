import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { Login } from '#features/session/outside/login.tsx';

const state = z.object({ notice: z.string() });

/** /login in its place. */
export function LoginRoute() {
  const navigate = useNavigate();
  const read = state.safeParse(useLocation().state);
  return (
    <Login notice={read.success ? read.data.notice : undefined} onSignedIn={() => navigate('/', { replace: true })} />
  );
}
