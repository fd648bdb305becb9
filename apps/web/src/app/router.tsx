import { Suspense } from 'react';
import { createBrowserRouter, redirect, useLocation, type LoaderFunctionArgs } from 'react-router';
import * as z from 'zod/mini';
import { fetchPartOnce } from '#lib/load-chunk.ts';
import { Boot } from '#ui/boot.tsx';
import { lazyComponent } from '#ui/lazy-part.tsx';
import { isLocked } from '#lib/lock.ts';
import { loadPerson } from '#lib/current-user.ts';
import { signedIn } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';
import { firstPath, missingPath, redirectTarget } from './guard-rules.ts';
import { fetchLogin, LoginRoute } from './outside-login.tsx';
import { LockRoute } from './outside-lock.tsx';
import { AdIndexRoute, AuthRedirectRoute, SysRoute } from './outside-oauth.tsx';
import { ErrorPage, RouteFailed } from './outside-pages.tsx';

// Only this import leads to antd, so pages before sign-in do not load antd.
const inside = fetchPartOnce(() => import('./signed-in-shell.tsx'));
const Apply = lazyComponent(async () => (await import('#modules/enterprise/outside/application-form.tsx')).Apply);
const Units = lazyComponent(async () => (await import('#modules/tenant/outside/tenant-list.tsx')).Units);
const Register = lazyComponent(async () => (await import('#modules/session/outside/register.tsx')).Register);
const FindPhone = lazyComponent(async () => (await import('#modules/session/outside/find-phone.tsx')).FindPhone);
const SetPassword = lazyComponent(async () => (await import('#modules/session/outside/set-password.tsx')).SetPassword);
const ShopApply = lazyComponent(async () => (await import('#modules/session/outside/shop/apply.tsx')).ShopApply);
const GoodsPage = lazyComponent(async () => (await import('../modules/goods/outside/goods-page.tsx')).GoodsPage);
const Guide = lazyComponent(async () => (await import('#modules/session/outside/guide.tsx')).Guide);
const Report = lazyComponent(async () => (await import('../modules/staff-report/outside/report.tsx')).Report);
const Repair = lazyComponent(async () => (await import('../modules/danger/outside/repair.tsx')).Repair);
const Learned = lazyComponent(async () => (await import('../modules/learning/outside/pages.tsx')).PublicLearningPage);
const NewPassword = lazyComponent(
  async () => (await import('#modules/session-own/outside/new-password.tsx')).NewPassword,
);
const Enrol = lazyComponent(async () => (await import('./enrol.tsx')).Enrol);
const Inside = lazyComponent(async () => (await inside()).Inside);

async function guard({ request }: LoaderFunctionArgs) {
  // A user who is not signed in needs the sign-in page. The page loads while other browser tabs are asked for a
  // session.
  if (tokens() === null) void fetchLogin();
  const to = redirectTarget({ path: new URL(request.url).pathname, signedIn: await signedIn(), locked: isLocked() });
  if (to !== null) throw redirect(to);
  return null;
}

const noted = z.object({
  tab: z.optional(z.string()),
  anew: z.optional(z.boolean()),
  left: z.optional(z.boolean()),
});
const begun = new Set<string>();

/**
 * How the current navigation opened the page. `from`: the tab that navigated itself. `anew`: the page starts fresh.
 * `left`: the page shows its last state. The history entry stores this, so going back finds the same tab.
 */
function stepTaken() {
  const { key, state } = router.state.navigation.location ?? router.state.location;
  const { tab, anew = false, left = false } = z.safeParse(noted, state).data ?? {};
  const first = anew && !begun.has(key);
  if (first) begun.add(key);
  return { from: tab, anew: first, left };
}

async function enter(args: LoaderFunctionArgs) {
  await guard(args);
  // The user and the code behind sign-in load at the same time. That code reports a failed load of the user, so the
  // error is ignored here.
  loadPerson().catch(() => undefined);
  const [{ enterPage: come }] = await Promise.all([inside(), Inside.ahead()]);
  const to = await come(new URL(args.request.url), stepTaken());
  if (to !== null) throw redirect(to);
  return null;
}

async function miss(args: LoaderFunctionArgs) {
  await guard(args);
  const to = tokens() === null ? null : await (await inside()).guardMissingPage();
  if (to !== null) throw redirect(to);
  return null;
}

// One element for all signed-in pages. Separate elements would unmount the live pages at navigation.
function Within() {
  const { pathname } = useLocation();
  if (pathname === missingPath && tokens() === null) return <ErrorPage code={404} />;
  return (
    <Suspense fallback={<Boot />}>
      <Inside />
    </Suspense>
  );
}

const outside = (path: string, element: React.ReactElement) => ({
  path,
  element,
  loader: guard,
  HydrateFallback: Boot,
});

/** The route table: a few fixed routes, and one catch-all that the menu resolves. */
export const router = createBrowserRouter([
  { path: '/', loader: () => redirect('/wel'), HydrateFallback: Boot },
  { path: '/wel', loader: () => redirect(firstPath), HydrateFallback: Boot },
  ...(
    [
      ['/upms/tenant/index-outside', <Units key="units" />],
      ['/bus/enterprise/apply', <Apply key="apply" />],
      ['/login', <LoginRoute key="login" />],
      ['/register', <Register key="register" />],
      ['/findPhone/index', <FindPhone key="findPhone" />],
      ['/guide', <Guide key="guide" />],
      ['/mall/shop/shopapply/form', <ShopApply key="shopApply" />],
      ['/mall/goods/show', <GoodsPage key="goodsPage" />],
      ['/repair', <Repair key="repair" />],
      ['/report', <Report key="report" />],
      ['/bus/alearning/training', <Learned key="training" of="training" />],
      ['/bus/alearning/personage', <Learned key="personage" of="personage" />],
      ['/bus/alearning/certificate', <Learned key="certificate" of="certificate" />],
      ['/setpassword', <SetPassword key="setpassword" />],
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
  outside('/500', <ErrorPage code={500} />),
  {
    element: <Within />,
    errorElement: <RouteFailed />,
    HydrateFallback: Boot,
    children: [
      { path: missingPath, loader: miss, HydrateFallback: Boot },
      { path: '*', loader: enter, HydrateFallback: Boot },
    ],
  },
]);
