import { Checkbox } from 'antd';
import { Icon, isIconName } from '#ui/icon.tsx';
import { toggleIds, idsOf, shareOf, type PermitGroup } from '../rules.ts';

interface Props {
  groups: readonly PermitGroup[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

export const PermitTree = ({ groups, chosen: selectedIds, onChange }: Props) =>
  groups.map(({ id, name, pages }) => (
    <section key={id} className="permit-group" aria-label={name}>
      <header>
        <Whole label={name} ids={idsOf(pages)} chosen={selectedIds} onChange={onChange} />
      </header>
      {pages.map((page) => (
        <div key={page.id} className="permit-page" role="group" aria-label={page.name}>
          <Whole
            label={
              <>
                {isIconName(page.icon) && <Icon name={page.icon} size={16} />}
                {page.name}
              </>
            }
            name={`${page.name} 全部`}
            ids={idsOf([page])}
            chosen={selectedIds}
            onChange={onChange}
          />
          <span className="permit-buttons">
            {page.buttons.map((button) => (
              <Checkbox
                key={button.id}
                checked={selectedIds.has(button.id)}
                onChange={({ target }) => onChange(toggleIds(selectedIds, [button.id], target.checked))}
              >
                <span title={button.permission}>{button.name}</span>
              </Checkbox>
            ))}
          </span>
        </div>
      ))}
    </section>
  ));

interface WholeProps {
  label: React.ReactNode;
  name?: string;
  ids: readonly string[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function Whole({ label, name, ids, chosen: selectedIds, onChange }: WholeProps) {
  const share = shareOf(ids, selectedIds);
  return (
    <Checkbox
      className="permit-whole"
      checked={share === 'all'}
      indeterminate={share === 'some'}
      onChange={() => onChange(toggleIds(selectedIds, ids, share !== 'all'))}
      {...(name ? { 'aria-label': name } : {})}
    >
      {label}
    </Checkbox>
  );
}
