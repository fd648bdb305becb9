import type { AdminItem } from '@anlan/contract/modules/dictionary/admin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Input, type InputRef } from 'antd';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { ApiError } from '#lib/api-error.ts';
import { createItem, adminKey, updateItem } from '../calls.ts';
import { colorOf, type ItemColor } from '../rules.ts';
import { ColorDots } from './color-dots.tsx';

interface Props {
  dictId: string;
  item?: AdminItem;
  onDone: () => void;
}

/** Edits label and colour of a dictionary item in the list. The item value cannot change after creation. */
export function ItemEditor({ dictId, item, onDone }: Props) {
  const client = useQueryClient();
  const id = useId();
  const first = useRef<InputRef>(null);
  const [label, setLabel] = useState(item?.label ?? '');
  const [value, setValue] = useState('');
  const [description, setDescription] = useState(item?.description ?? '');
  const [color, setColor] = useState<ItemColor>(colorOf(item?.color ?? null));
  const save = useMutation({
    mutationFn: () => {
      const words = { label, description: description.trim() === '' ? null : description, color };
      return item
        ? updateItem({ id: item.id, version: item.version, ...words })
        : createItem({ dictId, ...words, ...(value.trim() === '' ? {} : { value: value.trim() }) });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['dictionary'] });
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  });
  useEffect(() => first.current?.focus(), []);
  const submit = () => {
    if (!save.isPending) save.mutate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone();
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) submit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { error } = save;
  const faults = error instanceof ApiError ? error.errors : [];
  const faultOf = (field: string) => faults.find((one) => one.field === field)?.msg;
  const status = (field: string) => (faultOf(field) === undefined ? '' : ('error' as const));
  return (
    <div className="dict-editor" role="group" aria-label={item ? `修改“${item.label}”` : '新增字典项'}>
      <div>
        <label htmlFor={`${id}label`}>名称</label>
        <Input
          ref={first}
          id={`${id}label`}
          value={label}
          maxLength={32}
          status={status('label')}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setLabel(target.value)}
        />
      </div>
      <div>
        <label htmlFor={`${id}value`}>值</label>
        <Input
          id={`${id}value`}
          value={item ? item.value : value}
          disabled={item !== undefined}
          maxLength={32}
          placeholder="留空自动生成"
          status={status('value')}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setValue(target.value)}
        />
      </div>
      <div className="wide">
        <label htmlFor={`${id}about`}>说明</label>
        <Input
          id={`${id}about`}
          value={description}
          maxLength={200}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setDescription(target.value)}
        />
      </div>
      <ColorDots name={`${id}color`} value={color} onChange={setColor} />
      <span className="dict-editor-end">
        <Button onClick={onDone}>取消</Button>
        <Button type="primary" loading={save.isPending} onClick={submit}>
          保存
        </Button>
      </span>
      {error && (
        <p role="alert" className="dict-problem">
          {faults[0]?.msg ?? error.message}
        </p>
      )}
    </div>
  );
}
