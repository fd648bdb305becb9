import { queryOptions, useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import { useEffect, useRef } from 'react';
import { accounts, employees } from '#lib/person-cards.ts';
import { Skeleton } from '#ui/page-states.tsx';
import { DictText } from '../dict-tag.tsx';
import { useReveal } from '../reveal.tsx';
import type { PersonOf } from './person-cell.tsx';

const cardOf = (kind: PersonOf['kind'], id: string) =>
  queryOptions({
    queryKey: ['person-card', kind, id],
    queryFn: async ({ signal }) => {
      const how = { signal, quiet: true };
      if (kind === 'user') return accounts.card({ id }, how);
      const { postName, postKind, department, phone } = await employees.get({ id }, how);
      return { post: postName, postKind, place: department, phone, todos: null };
    },
    staleTime: 60_000,
    retry: false,
  });
const userTypes = { regulator: '监管人员', enterprise: '企业人员', shop: '店铺人员', platform: '平台人员' } as const;

interface Props extends PersonOf {
  /** Whether a click opened the popover. Then the popover takes the focus. */
  takesKeyboard: boolean;
  onClose: (back: boolean) => void;
}

export function PersonPopover({ takesKeyboard, onClose, ...person }: Props) {
  const card = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!takesKeyboard) return undefined;
    card.current?.focus();
    const outside = ({ target }: Event) => {
      // Whether the click is inside the popover. The dialog that reveals a phone number is outside the popover element
      // but belongs to the popover.
      const stays = !(target instanceof Element) || card.current?.contains(target) || target.closest('.ant-modal');
      if (!stays) close.current(false);
    };
    const events = ['pointerdown', 'focusin'] as const;
    // The listener is added later, so that the click that opened the popover does not close it.
    const timer = setTimeout(() => events.forEach((name) => document.addEventListener(name, outside)));
    return () => {
      clearTimeout(timer);
      events.forEach((name) => document.removeEventListener(name, outside));
    };
  }, [takesKeyboard]);
  useEffect(() => {
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Stops the event, so that Esc does not also close the drawer below.
      event.stopPropagation();
      close.current(true);
    };
    document.addEventListener('keydown', escape, true);
    return () => document.removeEventListener('keydown', escape, true);
  }, []);
  return (
    <Popover
      open
      placement="bottomLeft"
      arrow={false}
      content={
        <div ref={card} className="person-card" role="dialog" aria-label={person.name} tabIndex={-1}>
          <b>{person.name}</b>
          <Facts {...person} />
        </div>
      }
    >
      <span className="person-anchor" aria-hidden />
    </Popover>
  );
}

function Facts({ kind, id }: Pick<Props, 'kind' | 'id'>) {
  const { data, error } = useQuery(cardOf(kind, id));
  if (error) return <p className="sub">（无权查看，或已不在职）</p>;
  if (!data) return <Skeleton height={48} />;
  const post =
    data.post ?? ('postKind' in data ? <DictText type="postKind" value={data.postKind} /> : userTypes[data.type]);
  return (
    <>
      <p>
        {post}
        {data.place && ` · ${data.place}`}
      </p>
      {data.phone && <Phone kind={kind} id={id} phone={data.phone} />}
      {data.todos !== null && <p className="sub">{data.todos === 0 ? '没有待办' : `${data.todos} 项待办`}</p>}
    </>
  );
}

function Phone({ kind, id, phone }: Pick<Props, 'kind' | 'id'> & { phone: string }) {
  const { value, button, dialog } = useReveal({ room: kind, id, field: 'phone', label: '手机号', masked: phone });
  const shown = value ?? phone;
  return (
    <p className="reveal">
      {shown.includes('*') ? (
        <span className="num">{shown}</span>
      ) : (
        <a className="link num" href={`tel:${shown}`}>
          {shown}
        </a>
      )}
      {button}
      {dialog}
    </p>
  );
}
