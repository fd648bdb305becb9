import { stationCalls } from '@anlan/contract/modules/station/calls';
import { station } from '@anlan/contract/modules/station/resource';
import { toggle } from '#kit/actions.ts';
import { one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(station, stationCalls, {
  ...page,
  columns: [
    title(),
    tag('status'),
    two('kind', 'grade'),
    one('enterpriseId'),
    two('regionCode', 'address'),
    two('managerName', 'managerPhone'),
  ],
  filters: ['kind', 'status', 'regionCode', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      'name',
      ['code', 'kind'],
      ['grade', 'status'],
      'regionCode',
      'address',
      ['managerName', 'managerPhone'],
      ['areaSqm'],
      ['lng', 'lat'],
    ],
  },
  actions: (row, { edit, remove }) => [...edit, ...toggle(row, 'status'), ...remove],
  removing: '只是暂时不用时，可以改为停用。',
});
