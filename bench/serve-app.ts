// The whole server on a database of the benches, with one call more: the list without its total. BENCH_PAGES names
// another built web to serve, for a comparison of two; BENCH_CONFIG is more of the configuration, as JSON.
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { readConfig } from '../apps/server/src/config.ts';
import { openApp } from '../apps/server/src/open-app.ts';
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';

const [appUrl = '', dataDir = '', limits = 'unlimited'] = process.argv.slice(2);
const config = readConfig(
  {
    DATA_DIR: dataDir,
    CAPTCHA: 'off',
    RATE_LIMIT: limits === 'limited' ? 'on' : 'off',
    SEED: 'none',
    ...JSON.parse(process.env['BENCH_CONFIG'] ?? '{}'),
  },
  dataDir,
);
const app = await openApp({
  config,
  appUrl,
  secrets: readSecrets(dataDir, config.secrets),
  ...(process.env['BENCH_PAGES'] ? { pages: process.env['BENCH_PAGES'] } : {}),
  mountMore: (put, { enterprises }) =>
    put(
      'bench',
      { page: { ...enterpriseCalls.page, path: '/bench/page-without-total' } },
      { page: (scope, input) => enterprises.page(scope, input, { counted: false }) },
    ),
});
process.send?.(await app.app.listen({ host: '127.0.0.1', port: 0 }));
process.on('message', async (said: { tell?: number; tenantId?: string } | null) => {
  if (!said?.tell) return process.send?.(process.memoryUsage.rss());
  // A notice each in a transaction of its own, as modules tell them.
  for (let n = 0; n < said.tell; n += 1)
    await app.db.scoped(systemScope('bench', said.tenantId ?? ''), (tx) =>
      app.tell(tx, {}, { type: '6', data: { title: `第 ${n} 条` } }),
    );
  return undefined;
});
process.on('disconnect', () => process.exit(0));
