import { wxMenuLimits, type WxMenuButton, type WxMenuProblem } from '@anlan/contract/modules/wx-menu/menu';
import { Icon } from '#ui/icon.tsx';
import type { Place } from '../rules.ts';

interface Props {
  name: string;
  buttons: readonly WxMenuButton[];
  place: Place | null;
  problems: readonly WxMenuProblem[];
  mayEdit: boolean;
  onChoose: (place: Place) => void;
  onAdd: (button: number | null) => void;
}

export function Phone({ name, buttons, place, problems, mayEdit, onChoose, onAdd }: Props) {
  const isWrong = (button: number, entry: number | null) =>
    problems.some((one) => one.button === button && one.entry === entry);
  const open = place?.button ?? null;
  return (
    <div className="menu-phone" role="group" aria-label="手机预览">
      <div className="menu-phone-top" aria-hidden>
        <span>9:41</span>
        <strong className="cut">{name}</strong>
        <Icon name="user" size={16} />
      </div>
      <div className="menu-phone-chat">
        <p>{buttons.length === 0 ? '还没有菜单，点下面的加号添加' : '点菜单查看和修改'}</p>
        {open !== null && buttons[open] && (
          <ul
            className="menu-phone-up"
            aria-label={`${buttons[open].name}的子菜单`}
            data-at={open}
            data-of={Math.min(3, buttons.length + (mayEdit && buttons.length < 3 ? 1 : 0))}
          >
            {(buttons[open].entries ?? []).map((below, entry) => (
              <li key={entry}>
                <button
                  type="button"
                  aria-pressed={place?.entry === entry}
                  data-wrong={isWrong(open, entry) || undefined}
                  onClick={() => onChoose({ button: open, entry })}
                >
                  {below.name || '未命名'}
                </button>
              </li>
            ))}
            {mayEdit && (buttons[open].entries?.length ?? 0) < wxMenuLimits.entries && (
              <li>
                <button type="button" aria-label={`在${buttons[open].name}上添加子菜单`} onClick={() => onAdd(open)}>
                  <Icon name="plus" size={16} />
                </button>
              </li>
            )}
          </ul>
        )}
      </div>
      <div className="menu-phone-bar">
        <span className="menu-phone-keys" aria-hidden>
          <Icon name="keyboard" size={18} />
        </span>
        {buttons.map((one, button) => (
          <button
            key={button}
            type="button"
            aria-pressed={place?.button === button && place.entry === null}
            data-wrong={isWrong(button, null) || undefined}
            onClick={() => onChoose({ button, entry: null })}
          >
            {(one.entries?.length ?? 0) > 0 && <Icon name="menu" size={14} />}
            <span className="cut">{one.name || '未命名'}</span>
          </button>
        ))}
        {mayEdit && buttons.length < wxMenuLimits.buttons && (
          <button type="button" aria-label="添加菜单" onClick={() => onAdd(null)}>
            <Icon name="plus" size={16} />
          </button>
        )}
      </div>
    </div>
  );
}
