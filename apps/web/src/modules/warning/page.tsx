import { warningCalls } from '@anlan/contract/modules/warning/calls';
import {
  expirySubjects,
  warning,
  type ExpirySubject,
  type Warning,
  type WarningFilter,
} from '@anlan/contract/modules/warning/resource';
import { registeredItemTypes } from '@anlan/contract/modules/warning/registers';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { column, one, tag, title, two } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { useCurrentUser } from '#lib/current-user.ts';
import { filterOf } from '#ui/list/list-filters.tsx';
import { useTabId } from '#ui/tab-context.tsx';
import { DictSelect } from '#widgets/dict-select.tsx';
import { page } from './index.ts';
import { DueCell, LevelCell, notesOf } from './parts/marks.tsx';
import { RenewItem } from './parts/renew-item.tsx';
import { registerOf } from './registers.ts';
import { Urge } from './parts/urge-button.tsx';
import { Versions } from './parts/versions.tsx';
import { viewOf, views, type View } from './rules.ts';
import { levelCounts } from './calls.ts';
import './parts/warning.css';

const Views: PagePart = ({ use: { query } }) => {
  const { data } = useQuery(levelCounts());
  // The filter of the page is untyped. The cast gives it the type of this resource.
  const filter = query.input.filter as WarningFilter;
  const active = viewOf(filter);
  const countOf = ({ key, level }: View): number | null => {
    if (!data) return null;
    if (level) return data[level];
    return key === 'open' ? data.expired + data.urgent + data.soon + data.early : null;
  };
  return (
    <div className="warning-views" role="group" aria-label="预警视图">
      {views.map((view) => {
        const count = countOf(view);
        return (
          <button
            key={view.key}
            type="button"
            title={view.title}
            aria-pressed={view.key === active}
            onClick={() => query.setFilter({ status: undefined, level: undefined, ...view.filter })}
          >
            {view.level ? <span className={`warning-level ${view.level}`}>{view.label}</span> : view.label}
            {count !== null && <b>{count}</b>}
          </button>
        );
      })}
    </div>
  );
};

const isSubject = (value: string): value is ExpirySubject => expirySubjects.some((one) => one === value);

const List = resourcePage(warning, warningCalls, {
  ...page,
  columns: [
    title({ width: 220 }),
    one('enterpriseId'),
    column<Warning, 'level'>('level', '等级', (row) => <LevelCell row={row} />, { width: 92 }),
    column<Warning, 'validTo'>('validTo', '到期日 / 剩余', (row) => <DueCell row={row} />, {
      width: 124,
      sort: 'validTo',
    }),
    tag('status'),
    column<Warning>('notes', '提示', notesOf, { width: 132 }),
    two('subject', 'docNo', { width: 112 }),
    one('handlerId'),
  ],
  actionsWidth: 176,
  filters: [
    'itemType',
    filterOf<WarningFilter>()({
      name: 'subject',
      label: '对象类别',
      control: ({ value, onChange, label }) => (
        <DictSelect
          multiple
          aria-label={label}
          placeholder={label}
          type="expirySubject"
          value={[...(value ?? [])]}
          onChange={(next) => onChange(next.length > 0 ? next.filter(isSubject) : undefined)}
        />
      ),
    }),
    'level',
    'status',
    'regionCode',
    'enterpriseId',
    'validTo',
    filterOf<WarningFilter>()({
      name: 'source',
      label: '预警来源',
      more: true,
      control: ({ value, onChange, label }) => (
        <DictSelect
          multiple
          aria-label={label}
          placeholder={label}
          type="warningSource"
          value={[...(value ?? [])]}
          onChange={(next) => onChange(next.length > 0 ? [...next] : undefined)}
        />
      ),
    }),
  ],
  form: {
    // The types that a register keeps are entered there.
    controls: {
      itemType: ({ id, value, onChange }) => (
        <DictSelect
          {...(id === undefined ? {} : { id })}
          type="expiryItemType"
          without={registeredItemTypes}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => onChange?.(next)}
        />
      ),
    },
    rows: ['enterpriseId', 'itemType', ['subjectName', 'docNo'], ['validTo'], 'papers', 'remark'],
  },
  above: Views,
  shownElsewhere: (filter) => views.find(({ key }) => key === viewOf(filter))?.filter ?? {},
  moves: {
    renew: {
      rows: [['renewedTo'], 'files', 'reason'],
      begin: (row) => ({ renewedTo: row.proposedTo ?? undefined }),
      note: (row) => (
        <p className="sub">
          原有效期至 {row.validTo}
          {row.proposedTo ? '；新日期按检验周期建议，以新证照上的日期为准' : ''}
          。旧证照会保留，可在“历次证照”中查看。
          {row.origin === 'enterprise' ? '企业信息中的有效期会一同更新。' : ''}
        </p>
      ),
    },
    snooze: { note: <p className="sub">到那一天再提醒；最多推迟 30 天，也不超过到期日。预警不会因此结束。</p> },
    ignore: { note: <p className="sub">到期后重新提醒；最多 90 天。过期即不得作业或营业的事项不能忽略。</p> },
  },
  actions: (row, { edit, moves, remove }) => [
    // A date that comes from another register is renewed there, so that each document is entered only once.
    ...(row.origin === 'module' && row.abilities.includes('update') && registerOf(row) && row.status !== 'valid'
      ? [{ key: 'renew', label: '处理', open: RenewItem }]
      : []),
    ...moves,
    ...(row.edition > 1 ? [{ key: 'versions', label: '历次证照', open: Versions }] : []),
    ...edit,
    // Only dates that were entered by hand can be removed here. Other dates are removed in their own module.
    ...(row.origin === 'entered' ? remove : []),
  ],
  bulk: Urge,
  mayBulk: ({ several }) => several,
  empty: '30 天内没有到期事项',
  removing: '只用于登记有误或设备、车辆已经不用；续办请用“处理”，旧证照会保留。',
});

/**
 * Default filter when the page is opened from the menu: expired items for supervisors, all unsettled items for
 * enterprises.
 */
const beginning = (isOverseer: boolean) => `status=0&status=1${isOverseer ? '&level=expired' : ''}`;

export function Screen() {
  const { pathname, search } = useLocation();
  const tab = useTabId();
  const who = useCurrentUser();
  const [begun, setBegun] = useState(search !== '');
  if (!begun && search !== '') setBegun(true);
  if (begun) return <List />;
  const to = { pathname, search: beginning(who.sysUser.type !== 'enterprise') };
  return <Navigate to={to} replace state={{ tab }} />;
}
