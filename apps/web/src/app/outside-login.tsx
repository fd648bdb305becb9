import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { Login } from '#features/session/outside/login.tsx';
import { productName } from '#lib/brand.ts';

const state = z.object({ notice: z.string() });

/** /login in its place. */
export function LoginRoute() {
  const navigate = useNavigate();
  const read = state.safeParse(useLocation().state);
  useEffect(() => {
    document.title = `登录 - ${productName}`;
  }, []);
  return (
    <Login notice={read.success ? read.data.notice : undefined} onSignedIn={() => navigate('/', { replace: true })} />
  );
}
