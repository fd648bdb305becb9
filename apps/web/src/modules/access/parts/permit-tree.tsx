import { Checkbox } from 'antd';
import { Icon, isIconName } from '#ui/icon.tsx';
import { chose, idsOf, shareOf, type PermitGroup } from '../rules.ts';

interface Props {
  groups: readonly PermitGroup[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Permits by top menu and page; a box above others checks all of them. */
export const PermitTree = ({ groups, chosen, onChange }: Props) =>
  groups.map(({ id, name, pages }) => (
    <section key={id} className="permit-group" aria-label={name}>
      <header>
        <Whole label={name} ids={idsOf(pages)} chosen={chosen} onChange={onChange} />
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
            chosen={chosen}
            onChange={onChange}
          />
          <span className="permit-buttons">
            {page.buttons.map((button) => (
              <Checkbox
                key={button.id}
                checked={chosen.has(button.id)}
                onChange={({ target }) => onChange(chose(chosen, [button.id], target.checked))}
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

function Whole({ label, name, ids, chosen, onChange }: WholeProps) {
  const share = shareOf(ids, chosen);
  return (
    <Checkbox
      className="permit-whole"
      checked={share === 'all'}
      indeterminate={share === 'some'}
      onChange={() => onChange(chose(chosen, ids, share !== 'all'))}
      {...(name ? { 'aria-label': name } : {})}
    >
      {label}
    </Checkbox>
  );
}
