import { isLinkKind, linkKinds, noLink, type Link } from '@anlan/contract/modules/page-design/link-target';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { DictSelect } from '#widgets/dict-select.tsx';
import { useDictionary } from '#widgets/dictionary.ts';
import { RowSelect } from './row-select.tsx';

const kinds = Object.entries(linkKinds).map(([value, label]) => ({ value, label }));
/** Link types that need no target. */
const whole = new Set(['none', 'top', 'search']);

export function LinkPicker({
  id,
  label,
  value,
  disabled,
  onChange,
}: {
  id: string;
  label: string;
  value: Link;
  disabled: boolean;
  onChange: (link: Link) => void;
}) {
  // Keep an incomplete link in local state, because a design can contain only complete links.
  const [kind, setKind] = useState<Link['to']>(value.to);
  const { items } = useDictionary('goodsCategory');
  const isHeld = kind === value.to && value.id !== '';
  return (
    <div className="pd-link">
      <Select
        id={id}
        options={kinds}
        value={kind}
        disabled={disabled}
        onChange={(next: string) => {
          if (!isLinkKind(next)) return;
          setKind(next);
          onChange(whole.has(next) ? { to: next, id: '', name: '' } : noLink);
        }}
      />
      {(kind === 'page' || kind === 'goods' || kind === 'shop') &&
        (isHeld ? (
          <span className="pd-held">
            {value.name || '已选择'}
            <Button size="small" type="text" disabled={disabled} onClick={() => onChange(noLink)}>
              重选
            </Button>
          </span>
        ) : (
          <RowSelect
            label={linkKinds[kind]}
            target={kind === 'page' ? 'pageDesign' : kind}
            onChoose={(named) => onChange({ to: kind, ...named })}
          />
        ))}
      {kind === 'category' && (
        <DictSelect
          type="goodsCategory"
          aria-label={`${label}的分类`}
          value={isHeld ? value.id : null}
          disabled={disabled}
          onChange={(code) => {
            const name = items.find((one) => one.value === code)?.label ?? '';
            onChange(code === null ? noLink : { to: 'category', id: code, name });
          }}
        />
      )}
      {kind === 'phone' && (
        <Input
          aria-label={`${label}的电话`}
          placeholder="如 0571-86001000"
          defaultValue={isHeld ? value.id : ''}
          maxLength={20}
          disabled={disabled}
          onChange={({ target }) => {
            const digits = target.value.trim();
            onChange(/^\+?[\d-]{3,20}$/.test(digits) ? { to: 'phone', id: digits, name: digits } : noLink);
          }}
        />
      )}
      {kind === 'search' && (
        <Input
          aria-label={`${label}的搜索词`}
          placeholder="搜索词，空着显示全部商品"
          value={value.to === 'search' ? value.id : ''}
          maxLength={30}
          disabled={disabled}
          onChange={({ target }) => onChange({ to: 'search', id: target.value, name: target.value })}
        />
      )}
    </div>
  );
}
