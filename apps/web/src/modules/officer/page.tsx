import { dayOf } from '@anlan/contract/domain/instant';
import { officerCalls } from '@anlan/contract/modules/officer/calls';
import { officer, type Officer } from '@anlan/contract/modules/officer/resource';
import { column, one, title, two } from '#kit/columns.tsx';
import type { ControlField, ControlProps } from '#kit/controls.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { RegionPicks } from '#widgets/regions-select.tsx';
import { page } from './index.ts';
import '#ui/page.css';

function stateOf({ validFrom, validTo }: Officer): readonly [words: string, tone: string] {
  const today = dayOf(new Date());
  if (validTo < today) return ['已到期', 'red'];
  return validFrom > today ? ['未生效', 'grey'] : ['有效', 'green'];
}
function CardState({ row }: { row: Officer }) {
  const [words, tone] = stateOf(row);
  return <span className={`tag tone-${tone}`}>{words}</span>;
}

// The form value is untyped. The form schema guarantees region codes.
const Regions = ({ id, value, onChange }: ControlProps & ControlField) => (
  <RegionPicks
    {...(id === undefined ? {} : { id })}
    value={Array.isArray(value) ? (value as string[]) : []}
    onChange={(codes) => onChange?.(codes)}
  />
);

export const Screen = resourcePage(officer, officerCalls, {
  ...page,
  summary: () => '执法文书和监管检查只能选择证件在有效期内、管辖区域包含该企业的执法人员',
  columns: [
    title(),
    column('state', '证件状态', (row: Officer) => <CardState row={row} />, { width: 100 }),
    two('validTo', 'validFrom', { title: '有效期止 / 起', width: 140 }),
    one('regions', { title: '管辖区域' }),
    one('userId', { width: 140 }),
  ],
  filters: ['validTo'],
  form: {
    rows: [['name', 'paperNo'], ['validFrom', 'validTo'], 'regionCodes', 'userId'],
    controls: { regionCodes: Regions },
  },
  actions: (_row, { edit, remove }) => [...edit, ...remove],
  empty: '还没有执法人员',
  removing: '已下发的文书和检查记录保留其姓名和证号，不受影响。',
});
