import { Suspense, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { later } from '#ui/later.tsx';
import { openDialog } from '../dialogs.ts';
import { paletteKey } from '../use-shortcuts.ts';
import './search-box.css';

const Suggestions = later(async () => (await import('./suggestions.tsx')).Suggestions);

const says = '搜索菜单、企业、人员';

/** Pages and records by name; what is typed is completed, and goes once something was chosen (LY-13). */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [woken, setWoken] = useState(false);
  const [text, setText] = useState('');
  const [active, setActive] = useState<string>();
  return (
    <>
      <div className="find" role="search">
        <Icon name="search" size={16} />
        <input
          ref={input}
          id="find"
          type="text"
          role="combobox"
          aria-label={says}
          aria-autocomplete="list"
          aria-expanded={active !== undefined}
          aria-controls="find-list"
          aria-activedescendant={active}
          placeholder={says}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={text}
          onFocus={() => setWoken(true)}
          onChange={({ target }) => setText(target.value)}
        />
        <button
          type="button"
          aria-label={`全局搜索 ${paletteKey}`}
          title="搜索菜单、企业、人员和操作"
          onClick={() => openDialog('search')}
        >
          <kbd>{paletteKey}</kbd>
        </button>
        {woken && (
          <Suspense>
            <Suggestions input={input} text={text} setText={setText} onActive={setActive} />
          </Suspense>
        )}
      </div>
      <button
        type="button"
        className="icon-btn find-short"
        aria-label="搜索"
        title="搜索"
        onClick={() => openDialog('search')}
      >
        <Icon name="search" />
      </button>
    </>
  );
}
