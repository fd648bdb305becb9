import { Suspense, useMemo, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { openDialog } from '../dialogs.ts';
import { useMenu } from '../use-menu.ts';
import { paletteKey } from '../use-shortcuts.ts';
import { searchLabel, useKinds } from './records.ts';
import { placesOf } from './places.ts';
import './search-box.css';

const Suggestions = lazyPart(async () => (await import('./suggestions.tsx')).Suggestions);

/** Search box that suggests pages and records by name; a selection clears the text (LY-13). */
export function SearchBox() {
  const menu = useMenu();
  const kinds = useKinds(useMemo(() => placesOf(menu), [menu]));
  const says = searchLabel(kinds);
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
          title={searchLabel(kinds, '操作')}
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
