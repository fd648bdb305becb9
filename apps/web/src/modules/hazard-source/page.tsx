import { hazardSourceCalls } from '@anlan/contract/modules/hazard-source/calls';
import { hazardSource, type HazardSource, type HazardSubstance } from '@anlan/contract/modules/hazard-source/resource';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { FieldControl, type Control } from '#kit/controls.tsx';
import { page } from './index.ts';

const Substances: Control = (props) => {
  // The form value is untyped. The form schema guarantees an array; entries may be incomplete.
  const rows = (Array.isArray(props.value) ? props.value : []) as Partial<HazardSubstance>[];
  const ratio = rows.reduce(
    (sum, { amountT, thresholdT }) => sum + (amountT && thresholdT ? amountT / thresholdT : 0),
    0,
  );
  return (
    <>
      <FieldControl {...props} />
      {rows.length > 0 && (
        <span className="sub">
          S = {ratio.toFixed(2)}，{ratio >= 1 ? '构成重大危险源' : '不构成重大危险源'}
        </span>
      )}
    </>
  );
};

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
