import { lazy, Suspense } from 'react';
import { createBrowserRouter, redirect, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { Boot } from '#ui/boot.tsx';
import { isLocked } from '#lib/lock.ts';
import { signedIn } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';
import { firstPath, sentTo } from './guard-rules.ts';
import { fetchLogin, LoginRoute } from './outside-login.tsx';
import { lastAddress } from './tabs/state.ts';
import { AdIndexRoute, AuthRedirectRoute, SysRoute } from './outside-third.tsx';
import { ErrorPage } from './outside-pages.tsx';

// All that needs antd is behind this one import, so that no page outside carries it.
const inside = () => import('./inside.tsx');
const Apply = lazy(async () => ({ default: (await import('#features/enterprise/outside/apply.tsx')).Apply }));
const Units = lazy(async () => ({ default: (await import('#features/tenant/outside/units.tsx')).Units }));
const Register = lazy(async () => ({ default: (await import('#features/session/outside/register.tsx')).Register }));
const FindPhone = lazy(async () => ({
  default: (await import('#features/session/outside/find-phone.tsx')).FindPhone,
}));
const Guide = lazy(async () => ({ default: (await import('#features/session/outside/guide.tsx')).Guide }));
const LockPage = lazy(async () => ({ default: (await import('#features/session-own/outside/lock.tsx')).LockPage }));
const NewPassword = lazy(async () => ({
  default: (await import('#features/session-own/outside/new-password.tsx')).NewPassword,
}));
const Enrol = lazy(async () => ({ default: (await import('./enrol.tsx')).Enrol }));
const Inside = lazy(async () => ({ default: (await inside()).Inside }));

async function guard({ request }: LoaderFunctionArgs) {
  // A stranger will need it: it comes while the other browser tabs are asked.
  if (tokens() === null) void fetchLogin();
  const to = sentTo({ path: new URL(request.url).pathname, signedIn: await signedIn(), locked: isLocked() });
  if (to !== null) throw redirect(to);
  return null;
}

async function enter(args: LoaderFunctionArgs) {
  await guard(args);
  const to = await (await inside()).enter(new URL(args.request.url));
  if (to !== null) throw redirect(to);
  return null;
}

function LockRoute() {
  const navigate = useNavigate();
  return <LockPage onOpened={() => void navigate(lastAddress(), { replace: true })} />;
}

const outside = (path: string, element: React.ReactElement) => ({
  path,
  element,
  loader: guard,
  HydrateFallback: Boot,
});

/** The whole table of routes: a few fixed ones, and one for whatever the menu says. */
export const createRouter = () =>
  createBrowserRouter([
    { path: '/', loader: () => redirect('/wel'), HydrateFallback: Boot },
    { path: '/wel', loader: () => redirect(firstPath), HydrateFallback: Boot },
    outside(
      '/upms/tenant/index-outside',
      <Suspense fallback={<Boot />}>
        <Units />
      </Suspense>,
    ),
    outside(
      '/bus/enterprise/apply',
      <Suspense fallback={<Boot />}>
        <Apply />
      </Suspense>,
    ),
    ...(
      [
        ['/login', <LoginRoute key="login" />],
        ['/register', <Register key="register" />],
        ['/findPhone/index', <FindPhone key="findPhone" />],
        ['/guide', <Guide key="guide" />],
        ['/sys', <SysRoute key="sys" />],
        ['/adindex', <AdIndexRoute key="adindex" />],
        ['/authredirect', <AuthRedirectRoute key="authredirect" />],
        ['/lock', <LockRoute key="lock" />],
        ['/enrol', <Enrol key="enrol" />],
        ['/password', <NewPassword key="password" onDone={() => location.replace('/')} />],
      ] as const
    ).map(([path, page]) => outside(path, <Suspense fallback={<Boot />}>{page}</Suspense>)),
    outside('/401', <ErrorPage code={401} />),
    outside('/403', <ErrorPage code={403} />),
    outside('/404', <ErrorPage code={404} />),
    outside('/500', <ErrorPage code={500} />),
    {
      path: '*',
      loader: enter,
      HydrateFallback: Boot,
      errorElement: <ErrorPage code={500} />,
      element: (
        <Suspense fallback={<Boot />}>
          <Inside />
        </Suspense>
      ),
    },
  ]);
