// Checks that the duty table in docs/PRESET-ROLES.md matches the modules; `--write` renews it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { duties } from '@anlan/contract/modules';
import { report, treeRoot } from './source.ts';

const head = '| permits | roles | duty |\n|---|---|---|\n';

function withDuties(page: string): string {
  const rows = duties.map(({ permits, roles, duty }) => {
    const verbs = permits.map((permit) => permit.split(':')[2]);
    return `| \`${permits[0]?.split(':').slice(0, 2).join(':')}\` ${verbs.join(' ')} | ${roles.join(' ')} | ${duty} |\n`;
  });
  return page.slice(0, page.indexOf(head)) + head + rows.toSorted().join('');
}

const path = join(treeRoot(), 'docs/PRESET-ROLES.md');
const page = readFileSync(path, 'utf8');
if (process.argv.includes('--write')) writeFileSync(path, withDuties(page));
else
  report(
    'preset roles',
    page === withDuties(page)
      ? []
      : ['docs/PRESET-ROLES.md: not the duties of the modules: npm run check -- --fix renews it'],
  );
