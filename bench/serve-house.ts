// The whole server on a database of the benches, with one call more: the list without its total.
import { enterpriseCalls } from '@anlan/contract/wire/enterprise';
import { readConfig } from '../apps/server/src/config.ts';
import { openHouse } from '../apps/server/src/house.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';

const [appUrl = '', dataDir = '', limits = 'unlimited'] = process.argv.slice(2);
const config = readConfig(
  { DATA_DIR: dataDir, CAPTCHA: 'off', RATE_LIMIT: limits === 'limited' ? 'on' : 'off', SEED: 'none' },
  dataDir,
);
const house = await openHouse({
  config,
  appUrl,
  secrets: readSecrets(dataDir),
  mountMore: (put, { enterprises }) =>
    put(
      'bench',
      { page: { ...enterpriseCalls.page, path: '/bench/page-without-total' } },
      { page: (scope, input) => enterprises.page(scope, input, { counted: false }) },
    ),
});
process.send?.(await house.app.listen({ host: '127.0.0.1', port: 0 }));
process.on('message', () => process.send?.(process.memoryUsage.rss()));
process.on('disconnect', () => process.exit(0));
