import {
  answered,
  clauseOf,
  isWithin,
  itemKinds,
  lacking,
  type FoundItem,
  type ItemAnswer,
  type ItemResult,
} from '@anlan/contract/modules/checklist/item';
import { Button, Input } from 'antd';
import { memo, useDeferredValue, useState, type ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import type { About } from '#lib/kept/outbox.ts';
import { KeptPhotos } from '#widgets/delivery/kept-photos.tsx';
import { FileList } from '#widgets/file-list.tsx';

interface Props {
  found: FoundItem;
  at: number;
  total: number;
  /** Whether this person fills it in. */
  isOpen: boolean;
  /** Shown where something is missing although somebody wants to finish. */
  asks: boolean;
  /** Whether an order may follow, which needs what is wrong and a legal basis. */
  forOrder: boolean;
  /** What the ledger of this phone says of its photos; without it they are sent when they are chosen. */
  about?: About | undefined;
  /** Ends once the answer is written down here, or could not be. */
  onAnswer: (key: string, given: ItemAnswer) => Promise<unknown>;
}

/**
 * One item on site: what is asked, and the answer that is saved with the tap. A tap draws its own item anew, no other: at
 * once as being written down, and as kept only when it is.
 */
export const ItemCard = memo(Card, (one, other) =>
  (Object.keys(one) as (keyof Props)[]).every(
    (key) =>
      one[key] === other[key] ||
      // What was read once more says the same of all items but one.
      ((key === 'found' || key === 'about') && JSON.stringify(one[key]) === JSON.stringify(other[key])),
  ),
);

function Card({ found: kept, at, total, isOpen, asks, forOrder, about, onAnswer: answer }: Props) {
  const [writing, setWriting] = useState<FoundItem | null>(null);
  const found = writing ?? kept;
  const { item, result, note, photos } = found;
  const onAnswer = (given: ItemAnswer) => {
    const next = answered(found, given);
    setWriting(next);
    // What was not kept stands no more, and the page says so.
    void answer(item.key, given).finally(() => setWriting((last) => (last === next ? null : last)));
  };
  const missing = asks ? lacking(found, forOrder) : null;
  const isFail = result === 'fail';
  // What an answer asks for beside it, fields and photos, comes after the tap itself has been drawn.
  const isFailSaid = useDeferredValue(isFail);
  return (
    <li
      className={`site-item${isFail ? ' is-fail' : ''}${missing ? ' is-missing' : ''}`}
      id={`item-${item.key}`}
      aria-busy={writing !== null}
    >
      <div className="site-item-head">
        <span>
          {at + 1} / {total}
        </span>
        <span>
          {itemKinds[item.kind]}
          {limitsOf(found)}
        </span>
      </div>
      <h2>{item.text}</h2>
      {clauseOf(found) && <p className="site-clause">{clauseOf(found)}</p>}
      {item.basis && <p className="site-clause">{item.basis}</p>}
      {isOpen ? <Answer found={found} about={about} onAnswer={onAnswer} /> : <Said found={found} about={about} />}
      {isFail && item.kind === 'number' && <Outside found={found} />}
      {isFail && item.fault && item.fault !== item.text && <p className="site-note">问题：{item.fault}</p>}
      {(isOpen || note) && (isFailSaid || result === 'unchecked' || note) && (
        <Note
          label={result === 'unchecked' ? '未排查原因' : '情况说明'}
          value={note}
          isOpen={isOpen}
          onSave={onAnswer}
        />
      )}
      {isOpen && forOrder && isFailSaid && !item.clause && (
        <Written
          value={found.clause ?? null}
          label="法律依据"
          hint="法律依据，如 《消防法》第二十八条；没有时不能下发整改指令"
          most={120}
          onSave={(clause) => onAnswer({ clause })}
        />
      )}
      {item.kind !== 'photo' && (isFailSaid || photos.length > 0) && (
        <Photos
          about={about}
          label={`第 ${at + 1} 项照片`}
          value={photos}
          readOnly={!isOpen}
          onChange={(next) => onAnswer({ photos: next })}
        />
      )}
      {missing && (
        <p className="site-missing" role="alert">
          <Icon name="alert" size={16} />
          {missing}
        </p>
      )}
    </li>
  );
}

interface PhotosProps {
  about: About | undefined;
  label: string;
  value: FoundItem['photos'];
  readOnly?: boolean;
  onChange?: (value: FoundItem['photos']) => void;
}

/** Photos of an item: kept on the phone first where its page works without a network. */
function Photos({ about, ...rest }: PhotosProps) {
  return about ? <KeptPhotos about={about} {...rest} /> : <FileList purpose="photo" {...rest} />;
}

function limitsOf({ item: { kind, min, max, unit, photos } }: FoundItem): string {
  if (kind === 'photo') return ` · 至少 ${Math.max(1, photos ?? 1)} 张`;
  if (kind !== 'number') return '';
  const both = (min ?? null) !== null && (max ?? null) !== null;
  const said = both
    ? min === max
      ? `应为 ${min}`
      : `${min} – ${max}`
    : (max ?? null) !== null
      ? `≤ ${max}`
      : `≥ ${min}`;
  return ` · ${said} ${unit ?? ''}`.trimEnd();
}

/** How far a number lies outside. */
function Outside({ found: { item, amount } }: { found: FoundItem }) {
  if (amount === null || isWithin(item, amount)) return null;
  const over = amount - (item.max ?? Infinity);
  const side = over > 0 ? `高于上限 ${round(over)}` : `低于下限 ${round((item.min ?? -Infinity) - amount)}`;
  return (
    <p className="site-outside">
      <Icon name="alert" size={16} />
      {side}
      {item.unit ?? ''}，判为不符合。交表后自动上报隐患
    </p>
  );
}
const round = (value: number) => Math.round(value * 1e6) / 1e6;

const words: Readonly<Record<ItemResult, string>> = {
  pass: '符合',
  fail: '不符合',
  notApplicable: '不适用',
  unchecked: '未排查',
};

interface AnswerProps {
  found: FoundItem;
  about: About | undefined;
  onAnswer: (given: ItemAnswer) => void;
}

function Answer({ found, about, onAnswer }: AnswerProps) {
  const { item, result, said, photos } = found;
  const judged = (value: ItemResult, tone: string) => (
    <Choice
      key={value}
      isOn={result === value}
      tone={tone}
      onTap={() => onAnswer({ result: result === value ? null : value })}
    >
      {words[value]}
    </Choice>
  );
  switch (item.kind) {
    case 'judgement':
      return (
        <div className="site-choices" role="group" aria-label={item.text}>
          {judged('pass', 'pass')}
          {judged('fail', 'fail')}
          {judged('notApplicable', 'other')}
          {judged('unchecked', 'other')}
        </div>
      );
    case 'choice':
      return (
        <div className="site-choices" role="group" aria-label={item.text}>
          {item.options?.map(({ label, ok }) => (
            <Choice
              key={label}
              isOn={said === label && (result === 'pass' || result === 'fail')}
              tone={ok ? 'pass' : 'fail'}
              onTap={() => onAnswer({ said: label, result: null })}
            >
              {label}
            </Choice>
          ))}
          {judged('notApplicable', 'other')}
          {judged('unchecked', 'other')}
        </div>
      );
    case 'number':
      return (
        <>
          <Amount found={found} onSave={(amount) => onAnswer({ amount, result: null })} />
          <div className="site-choices">
            {judged('notApplicable', 'other')}
            {judged('unchecked', 'other')}
          </div>
        </>
      );
    case 'photo':
      return (
        <>
          <Photos about={about} label="照片" value={photos} onChange={(next) => onAnswer({ photos: next })} />
          <div className="site-choices">
            {photos.length > 0 && judged('fail', 'fail')}
            {judged('notApplicable', 'other')}
            {judged('unchecked', 'other')}
          </div>
        </>
      );
    case 'text':
      return (
        <>
          <Written value={said} label={item.text} onSave={(text) => onAnswer({ said: text })} />
          <div className="site-choices">
            {said && judged('fail', 'fail')}
            {judged('notApplicable', 'other')}
            {judged('unchecked', 'other')}
          </div>
        </>
      );
  }
}

/** What was answered, where nobody changes it any more. */
function Said({
  found: { item, result, said, amount, photos },
  about,
}: {
  found: FoundItem;
  about: About | undefined;
}) {
  return (
    <>
      <p className={`site-result site-result-${result ?? 'none'}`}>
        {result === 'pass' && <Icon name="check" size={16} />}
        {result === 'fail' && <Icon name="close" size={16} />}
        {result === null ? '未填写' : words[result]}
        {amount !== null && `（${amount}${item.unit ?? ''}）`}
        {said && `（${said}）`}
      </p>
      {item.kind === 'photo' && <Photos about={about} label="照片" value={photos} readOnly />}
    </>
  );
}

function Choice({
  isOn,
  tone,
  onTap,
  children,
}: {
  isOn: boolean;
  tone: string;
  onTap: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={`site-choice tone-${tone}`} aria-pressed={isOn} onClick={onTap}>
      {isOn && <Icon name={tone === 'fail' ? 'close' : 'check'} size={16} />}
      {children}
    </button>
  );
}

/** A number with steps for gloved hands; saved when it is left. */
function Amount({
  found: { item, amount, result },
  onSave,
}: {
  found: FoundItem;
  onSave: (amount: number | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? (amount === null ? '' : String(amount));
  const step = 10 ** -Math.max(...[item.min, item.max].map((limit) => String(limit ?? 0).split('.')[1]?.length ?? 0));
  const save = (text: string) => {
    setTyped(null);
    const value = text.trim() === '' ? null : Number(text);
    if (value !== amount && (value === null || Number.isFinite(value))) onSave(value);
  };
  const by = (sign: 1 | -1) => onSave(round((amount ?? item.min ?? item.max ?? 0) + sign * step));
  return (
    <div className="site-amount">
      <Button aria-label={`${item.text}减小`} onClick={() => by(-1)}>
        −
      </Button>
      <Input
        aria-label={item.text}
        inputMode="decimal"
        status={result === 'fail' ? 'error' : ''}
        suffix={item.unit ?? ''}
        value={shown}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={({ target }) => save(target.value)}
        onPressEnter={({ currentTarget }) => save(currentTarget.value)}
      />
      <Button aria-label={`${item.text}增大`} onClick={() => by(1)}>
        +
      </Button>
    </div>
  );
}

/** Text that is saved when it is left; it grows with what is typed where the browser can do that by itself. */
function Written({
  value,
  label,
  hint = label,
  most = 500,
  onSave,
}: {
  value: string | null;
  label: string;
  hint?: string;
  most?: number;
  onSave: (text: string | null) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input.TextArea
      aria-label={label}
      placeholder={hint}
      className="site-text"
      rows={2}
      maxLength={most}
      value={typed ?? value ?? ''}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={({ target }) => {
        const text = target.value.trim() === '' ? null : target.value.trim();
        if (text !== value) onSave(text);
        setTyped(null);
      }}
    />
  );
}

interface NoteProps {
  label: string;
  value: string | null;
  isOpen: boolean;
  onSave: (given: ItemAnswer) => void;
}
function Note({ label, value, isOpen, onSave }: NoteProps) {
  if (!isOpen)
    return (
      <p className="site-note">
        {label}：{value}
      </p>
    );
  return <Written label={label} value={value} onSave={(note) => onSave({ note })} />;
}
