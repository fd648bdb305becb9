// Our server on a database of the benches, with one more call: the list without its total. BENCH_PAGES names another
// web build to serve.
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { readConfig } from '../apps/server/src/config.ts';
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { openApp } from '../apps/server/src/open-app.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';

const [appUrl = '', dataDir = '', more = '{}'] = process.argv.slice(2);
const config = readConfig(
  { DATA_DIR: dataDir, CAPTCHA: 'off', RATE_LIMIT: 'off', SEED: 'none', ...JSON.parse(more) },
  dataDir,
);
const server = await openApp({
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
process.send?.(await server.app.listen({ host: '127.0.0.1', port: 0 }));
// The message `{ notices, tenantId }` publishes that many notices, each in its own transaction. Any other message
// returns the memory size.
process.on('message', async ({ notices = 0, tenantId = '' }: { notices?: number; tenantId?: string }) => {
  if (notices === 0) return process.send?.(process.memoryUsage.rss());
  for (let n = 0; n < notices; n += 1)
    await server.db.scoped(systemScope('bench', tenantId), (tx) =>
      server.tell(tx, {}, { type: '6', data: { title: `第 ${n} 条` } }),
    );
  return undefined;
});
process.on('disconnect', () => process.exit(0));
