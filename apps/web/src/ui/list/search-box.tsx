import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';

interface Props {
  value: string;
  placeholder: string;
  onSearch: (text: string, quiet: boolean) => void;
}

function onlyHit(box: HTMLElement): HTMLElement | undefined {
  const list = box.closest('section.list[aria-busy=false]');
  const [first, ...others] = list?.querySelectorAll<HTMLElement>('.list-name') ?? [];
  return others.length === 0 ? first : undefined;
}

/**
 * Search input of a list. It searches 350 ms after the last key, or at once on Enter. Enter opens a single result that
 * is already shown. Unfinished IME input is not searched.
 */
export function SearchBox({ value, placeholder, onSearch }: Props) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const composing = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  const later = (next: string) => {
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(() => onSearch(next.trim(), true), 350);
  };
  return (
    <Input
      className="list-search"
      type="search"
      allowClear
      maxLength={64}
      value={text}
      placeholder={placeholder}
      aria-label={placeholder}
      prefix={<Icon name="search" size={16} />}
      onChange={({ target }) => {
        setText(target.value);
        later(target.value);
      }}
      onCompositionStart={() => {
        composing.current = true;
        clearTimeout(timer.current);
      }}
      onCompositionEnd={({ currentTarget }) => {
        composing.current = false;
        later(currentTarget.value);
      }}
      onPressEnter={({ currentTarget }) => {
        if (composing.current) return;
        clearTimeout(timer.current);
        if (text.trim() !== value) onSearch(text.trim(), false);
        else if (value !== '') onlyHit(currentTarget)?.click();
      }}
    />
  );
}
