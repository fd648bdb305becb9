import { formatInstant } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { Bones, LoadFailed } from '#ui/states.tsx';
import { TabDrawer } from '#ui/tab-modal.tsx';
import { cellOf, none, RevealCell, TagCell, valueText } from './cells.tsx';
import { useLinks } from './modules.ts';
import { fieldsOf, specOf, titleOf, type AnyRow, type Bound } from './resource.ts';
import './form.css';

interface Props {
  bound: Bound;
  row: AnyRow;
  /** Whether whose it is says anything to this person. */
  several: boolean;
  /** Goes on to change it, where that may be. */
  onEdit?: ((row: AnyRow) => void) | undefined;
  onClose: () => void;
}

/** The drawer that shows a row whole. */
export function ResourceDetails({ bound, row, several, onEdit, onClose }: Props) {
  const { of } = bound;
  const linkTo = useLinks();
  const isPart = fieldsOf(of).some(([, { whole }]) => whole);
  const read = useQuery({ ...bound.one(row.id), enabled: isPart });
  const now = isPart ? read.data : row;
  const shown = fieldsOf(of).filter(
    ([, { inputOnly, own, kind }]) => !inputOnly && kind !== 'json' && (several || !own),
  );
  const value = (key: string, of_: AnyRow) => {
    const spec = specOf(of, key);
    if (spec.encrypted) return <RevealCell of={of} name={key} row={of_} />;
    if (spec.dictionary) return <TagOrText bound={bound} name={key} row={of_} />;
    const { text, title, to } = cellOf(of, key, of_, linkTo);
    if (to) return <Link to={to}>{text}</Link>;
    // A division is named from the province down; numbers bear their unit.
    return (
      (spec.kind === 'region' ? title : typeof of_[key] === 'number' ? valueText(spec, of_[key], true) : text) ?? none
    );
  };
  return (
    <TabDrawer
      open
      size={480}
      title={titleOf(of, row)}
      onClose={onClose}
      footer={
        onEdit && (
          <div className="kit-details-foot">
            <Button type="primary" onClick={() => onEdit(now ?? row)}>
              编辑
            </Button>
          </div>
        )
      }
    >
      {read.error ? (
        <LoadFailed error={read.error} onRetry={() => void read.refetch()} />
      ) : now ? (
        <dl className="kit-details">
          {shown.map(([key, { label }]) => (
            <Entry key={key} label={label}>
              {value(key, now)}
            </Entry>
          ))}
          {now['updatedAt'] instanceof Date && <Entry label="更新时间">{formatInstant(now['updatedAt'])}</Entry>}
        </dl>
      ) : (
        <Bones height={320} />
      )}
    </TabDrawer>
  );
}

const Entry = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

// A state bears its colour, the kind of a thing does not.
const TagOrText = ({ bound: { of }, name, row }: { bound: Bound; name: string; row: AnyRow }) => {
  const spec = specOf(of, name);
  return spec.kind === 'oneOf' ? (
    <TagCell of={of} name={name} row={row} />
  ) : (
    <>{valueText(spec, row[name], true) ?? none}</>
  );
};
