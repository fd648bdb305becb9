import { vehicleCalls } from '@anlan/contract/modules/vehicle/calls';
import { vehicle, type Vehicle, type VehicleFilter } from '@anlan/contract/modules/vehicle/resource';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { page } from './index.ts';

const dates = [
  ['inspectionTo', 'transportCertTo'],
  ['compulsoryTo', 'carrierTo'],
  ['ratingTo', 'maintenanceTo'],
  ['commercialTo', 'terminalTo'],
] as const;

export const Screen = resourcePage(vehicle, vehicleCalls, {
  ...page,
  columns: [
    title({ width: 130 }),
    tag('status', { width: 90 }),
    column<Vehicle, 'validTo'>('validTo', '可营运至', (row) => <Road row={row} />, { width: 210, sort: 'validTo' }),
    two('carType', 'brand', { width: 140 }),
    one('stationId', { width: 140 }),
    one('driverId', { width: 100 }),
    one('enterpriseId'),
    one('terminalNo', { extra: true }),
  ],
  filters: [
    'carType',
    'status',
    filterOf<VehicleFilter>()({
      name: 'blocked',
      label: '能否营运',
      control: ({ value, onChange, ...rest }) => (
        <FilterChoice
          {...rest}
          value={value === undefined ? undefined : String(value)}
          onChange={(next) => onChange(next === undefined ? undefined : next === 'true')}
          options={[
            { value: 'true', label: '不可营运' },
            { value: 'false', label: '可营运' },
          ]}
        />
      ),
    }),
    'isDangerous',
    'stationId',
    'enterpriseId',
    'validTo',
  ],
  form: {
    rows: [
      'enterpriseId',
      ['plateNo', 'plateColor'],
      ['carType', 'brand'],
      ['seats', 'ratedLoadKg'],
      'isDangerous',
      ['ownership', 'stationId'],
      ['driverId', 'relayDriverId'],
      ['vin', 'firstRegisteredOn'],
      ['transportCertNo', 'techLevel'],
      ['terminalNo', 'scrapOn'],
      ...dates,
      'papers',
    ],
  },
  moves: {
    renew: {
      rows: [...dates, 'files'],
      begin: Object.fromEntries(dates.flat().map((key) => [key, undefined])),
      note: '只填写这次续办的有效期；其余不变。续办后到期预警自动结束，班次放行按新的有效期判断。',
    },
  },
  empty: '还没有登记车辆。可以下载模板导入。',
  removing: '只用于登记有误；车辆不再使用请办理“报废”或“转出”，记录会保留。',
});

function Road({ row: { roadworthy, blockedBy, validTo } }: { row: Vehicle }) {
  return (
    <span className="list-two">
      <span>{validTo ?? '—'}</span>
      {roadworthy ? <small className="grn">可营运</small> : <small className="red">{blockedBy}</small>}
    </span>
  );
}
