import {
  applyAnswer,
  clauseOf,
  isWithin,
  itemKinds,
  findMissingInput,
  type AnsweredItem,
  type ItemAnswer,
  type ItemResult,
} from '@anlan/contract/modules/checklist/check-item';
import { Button, Input } from 'antd';
import { memo, useDeferredValue, useState, type ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import type { WorkInfo } from '#lib/offline/outbox.ts';
import { KeptPhotos } from '#widgets/delivery/device-photos.tsx';
import { FileList } from '#widgets/file-list.tsx';

interface Props {
  found: AnsweredItem;
  at: number;
  total: number;
  isOpen: boolean;
  asks: boolean;
  /** Whether a rectification order may follow from a failed item. An order needs the fault and a legal basis. */
  forOrder: boolean;
  /** Data under which a photo is queued for offline delivery. Without it photos are sent at once. */
  about?: WorkInfo | undefined;
  onAnswer: (key: string, given: ItemAnswer) => Promise<unknown>;
}

/**
 * One check item with its question and answer; each tap saves. A tap re-renders only its own item. An answer shows as
 * stored only after it is stored.
 */
export const ItemCard = memo(Card, (one, other) =>
  (Object.keys(one) as (keyof Props)[]).every(
    (key) =>
      one[key] === other[key] ||
      // A refetch creates new objects, so equal content counts as unchanged: only a changed item renders.
      ((key === 'found' || key === 'about') && JSON.stringify(one[key]) === JSON.stringify(other[key])),
  ),
);

function Card({ found: storedItem, at, total, isOpen, asks, forOrder, about, onAnswer: answer }: Props) {
  const [writing, setWriting] = useState<AnsweredItem | null>(null);
  const shownItem = writing ?? storedItem;
  const { item, result, note, photos } = shownItem;
  const onAnswer = (itemAnswer: ItemAnswer) => {
    const next = applyAnswer(shownItem, itemAnswer);
    setWriting(next);
    // If the answer could not be stored, the answer disappears and the page shows the error.
    void answer(item.key, itemAnswer).finally(() => setWriting((last) => (last === next ? null : last)));
  };
  const missing = asks ? findMissingInput(shownItem, forOrder) : null;
  const isFail = result === 'fail';
  // Deferred: the tap shows first, then the additional fields and photos of a failed item render.
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
          {limitsOf(shownItem)}
        </span>
      </div>
      <h2>{item.text}</h2>
      {clauseOf(shownItem) && <p className="site-clause">{clauseOf(shownItem)}</p>}
      {item.basis && <p className="site-clause">{item.basis}</p>}
      {isOpen ? (
        <Answer found={shownItem} about={about} onAnswer={onAnswer} />
      ) : (
        <Said found={shownItem} about={about} />
      )}
      {isFail && item.kind === 'number' && <Outside checkItem={shownItem} />}
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
          value={shownItem.clause ?? null}
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
  about: WorkInfo | undefined;
  label: string;
  value: AnsweredItem['photos'];
  readOnly?: boolean;
  onChange?: (value: AnsweredItem['photos']) => void;
}

function Photos({ about, ...rest }: PhotosProps) {
  return about ? <KeptPhotos about={about} {...rest} /> : <FileList purpose="photo" {...rest} />;
}

function limitsOf({ item: { kind, min, max, unit, photos } }: AnsweredItem): string {
  if (kind === 'photo') return ` · 至少 ${Math.max(1, photos ?? 1)} 张`;
  if (kind !== 'number') return '';
  const both = (min ?? null) !== null && (max ?? null) !== null;
  const rangeText = both
    ? min === max
      ? `应为 ${min}`
      : `${min} – ${max}`
    : (max ?? null) !== null
      ? `≤ ${max}`
      : `≥ ${min}`;
  return ` · ${rangeText} ${unit ?? ''}`.trimEnd();
}

function Outside({ checkItem: { item, amount } }: { checkItem: AnsweredItem }) {
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
  found: AnsweredItem;
  about: WorkInfo | undefined;
  onAnswer: (given: ItemAnswer) => void;
}

function Answer({ found: checkItem, about, onAnswer }: AnswerProps) {
  const { item, result, said: textAnswer, photos } = checkItem;
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
              isOn={textAnswer === label && (result === 'pass' || result === 'fail')}
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
          <Amount found={checkItem} onSave={(amount) => onAnswer({ amount, result: null })} />
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
          <Written value={textAnswer} label={item.text} onSave={(text) => onAnswer({ said: text })} />
          <div className="site-choices">
            {textAnswer && judged('fail', 'fail')}
            {judged('notApplicable', 'other')}
            {judged('unchecked', 'other')}
          </div>
        </>
      );
  }
}

function Said({
  found: { item, result, said: textAnswer, amount, photos },
  about,
}: {
  found: AnsweredItem;
  about: WorkInfo | undefined;
}) {
  return (
    <>
      <p className={`site-result site-result-${result ?? 'none'}`}>
        {result === 'pass' && <Icon name="check" size={16} />}
        {result === 'fail' && <Icon name="close" size={16} />}
        {result === null ? '未填写' : words[result]}
        {amount !== null && `（${amount}${item.unit ?? ''}）`}
        {textAnswer && `（${textAnswer}）`}
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

/** A number input with large step buttons, usable with gloves. It saves on blur. */
function Amount({
  found: { item, amount, result },
  onSave,
}: {
  found: AnsweredItem;
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
