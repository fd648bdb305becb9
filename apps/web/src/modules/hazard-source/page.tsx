import { hazardSourceCalls } from '@anlan/contract/modules/hazard-source/calls';
import { hazardSource, type HazardSource } from '@anlan/contract/modules/hazard-source/resource';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';
import { Substances } from './substances.tsx';

export const Screen = resourcePage(hazardSource, hazardSourceCalls, {
  ...page,
  columns: [
    title(),
    tag('level', { width: 90 }),
    one('rValue', { width: 90 }),
    one('ratio', { width: 90 }),
    column<HazardSource>(
      'what',
      '物质',
      ({ substances }) => substances.map(({ name, amountT }) => `${name} ${amountT} t`).join('、'),
      { width: 200 },
    ),
    one('place', { width: 130 }),
    one('assessedOn', { width: 120 }),
    one('enterpriseId'),
  ],
  filters: ['level', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      ['name', 'place'],
      'substances',
      ['exposed'],
      ['filedOn', 'filingNo'],
      ['assessedOn'],
      'papers',
      'remark',
    ],
    controls: { substances: Substances },
  },
  empty: '还没有登记重大危险源',
});
