import { Suspense } from 'react';
import { createBrowserRouter, redirect, useLocation, type LoaderFunctionArgs } from 'react-router';
import * as z from 'zod/mini';
import { fetchPartOnce } from '#lib/fetch-part.ts';
import { Boot } from '#ui/boot.tsx';
import { fetched } from '#ui/later.tsx';
import { isLocked } from '#lib/lock.ts';
import { loadPerson } from '#lib/person.ts';
import { signedIn } from '#lib/session.ts';
import { tokens } from '#lib/tokens.ts';
import { firstPath, missingPath, sentTo } from './guard-rules.ts';
import { fetchLogin, LoginRoute } from './outside-login.tsx';
import { LockRoute } from './outside-lock.tsx';
import { AdIndexRoute, AuthRedirectRoute, SysRoute } from './outside-oauth.tsx';
import { ErrorPage, RouteFailed } from './outside-pages.tsx';

// All that needs antd is behind this one import, so that no page outside carries it.
const inside = fetchPartOnce(() => import('./inside.tsx'));
const Apply = fetched(async () => (await import('#modules/enterprise/outside/apply.tsx')).Apply);
const Units = fetched(async () => (await import('#modules/tenant/outside/units.tsx')).Units);
const Register = fetched(async () => (await import('#modules/session/outside/register.tsx')).Register);
const FindPhone = fetched(async () => (await import('#modules/session/outside/find-phone.tsx')).FindPhone);
const SetPassword = fetched(async () => (await import('#modules/session/outside/set-password.tsx')).SetPassword);
const ShopApply = fetched(async () => (await import('#modules/session/outside/shop/apply.tsx')).ShopApply);
const GoodsPage = fetched(async () => (await import('../modules/goods/outside/goods-page.tsx')).GoodsPage);
const Guide = fetched(async () => (await import('#modules/session/outside/guide.tsx')).Guide);
const Report = fetched(async () => (await import('../modules/staff-report/outside/report.tsx')).Report);
const Repair = fetched(async () => (await import('../modules/danger/outside/repair.tsx')).Repair);
const Learned = fetched(async () => (await import('../modules/learning/outside/pages.tsx')).Learned);
const NewPassword = fetched(async () => (await import('#modules/session-own/outside/new-password.tsx')).NewPassword);
const Enrol = fetched(async () => (await import('./enrol.tsx')).Enrol);
const Inside = fetched(async () => (await inside()).Inside);

async function guard({ request }: LoaderFunctionArgs) {
  // A stranger will need it: it comes while the other browser tabs are asked.
  if (tokens() === null) void fetchLogin();
  const to = sentTo({ path: new URL(request.url).pathname, signedIn: await signedIn(), locked: isLocked() });
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
 * What is noted in the step of the history: the tab whose own page moves, as the list kit has it, or that the page
 * begins anew or comes back as it was left; going back by that step finds the page as it was left.
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
  // They come while the code behind sign-in does, which tells what fails.
  loadPerson().catch(() => undefined);
  const [{ enter: come }] = await Promise.all([inside(), Inside.ahead()]);
  const to = await come(new URL(args.request.url), stepTaken());
  if (to !== null) throw redirect(to);
  return null;
}

async function miss(args: LoaderFunctionArgs) {
  await guard(args);
  const to = tokens() === null ? null : await (await inside()).know();
  if (to !== null) throw redirect(to);
  return null;
}

// One element for all that stands inside, or going from one to the other would take the living pages down.
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

/** The whole table of routes: a few fixed ones, and one for whatever the menu says. */
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
