import { dayProblem } from '@anlan/contract/domain/fields';
import { isDay } from '@anlan/contract/domain/instant';
import { isTime, timeProblem, writtenDay, writtenTime } from '@anlan/contract/domain/written-time';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { createContext, use, useId, useLayoutEffect, useRef, useState, type ComponentProps } from 'react';
import './day-picker.css';

// `typed`: formats of the picker, the displayed one first. `read`: reads also the other formats that people write.
const days = {
  kept: 'YYYY-MM-DD',
  typed: ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY.M.D', 'YYYY/M/D', 'YYYY-M-D'],
  read: writtenDay,
  isOne: isDay,
};
const times = {
  kept: 'YYYY-MM-DD HH:mm:ss',
  typed: ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss', 'YYYY.M.D H:mm', 'YYYY/M/D H:mm', 'YYYY-M-D H:mm'],
  read: writtenTime,
  isOne: isTime,
};
type Kind = typeof days;
/** The date of a text as the field stores it, or null. */
const dateOf = (text: string | null | undefined, { kept, isOne }: Kind) =>
  text && isOne(text) ? dayjs(text, kept, true) : null;
/** The text that the field stores for a typed text, or null if it is no date. */
const readTyped = (text: string, { read, isOne }: Kind) => {
  const written = read(text);
  return written !== null && isOne(written) ? written : null;
};

const Typing = createContext<{ text: string | null; type: (text: string) => void; leave: () => void }>({
  text: null,
  type: () => undefined,
  leave: () => undefined,
});

// The input of a date picker. antd drops an invalid date on blur, so this input passes on the typed text.
function KeptInput({ value, onChange, onBlur, ...rest }: ComponentProps<'input'>) {
  const { text, type, leave } = use(Typing);
  const stands = useRef(false);
  useLayoutEffect(() => {
    stands.current = true;
    return () => {
      stands.current = false;
    };
  }, []);
  return (
    <input
      {...rest}
      value={text ?? value}
      onChange={(event) => {
        onChange?.(event);
        type(event.target.value);
      }}
      onBlur={(event) => {
        leave();
        // After its page was hidden, parts of the antd picker no longer exist, and its blur handler would crash.
        if (stands.current) onBlur?.(event);
      }}
    />
  );
}
const components = { input: KeptInput };

interface Props {
  /** The selected date as text, or the invalid text that the user typed, or null. */
  value?: string | null | undefined;
  /** Called also with invalid text, so the caller must validate it. */
  onChange?: (text: string | null) => void;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
  onFocus?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  status?: 'error' | '';
}

function KeptPicker({ value, onChange, of, ...rest }: Props & { of: Kind; showTime?: { format: string } }) {
  const [typed, setTyped] = useState<string | null>(null);
  const date = dateOf(value, of);
  const invalidText = value && date === null ? value : null;
  const tell = (text: string) => {
    if (text !== (value ?? '')) onChange?.(text || null);
  };
  return (
    <Typing
      value={{
        text: typed ?? invalidText,
        type: (text) => {
          setTyped(text);
          if (readTyped(text, of) === null) tell(text.trim());
        },
        leave: () => {
          const written = readTyped(typed ?? '', of);
          if (written !== null) tell(written);
          setTyped(null);
        },
      }}
    >
      <DatePicker
        {...rest}
        components={components}
        preserveInvalidOnBlur
        format={of.typed}
        value={date}
        onChange={(nextDate) => {
          const picked = nextDate?.second(0).format(of.kept) ?? '';
          const written = readTyped(typed ?? '', of);
          setTyped(null);
          // antd also reports a typed date. The panel has no seconds, but the text may have them.
          tell(written?.slice(0, 16) === picked.slice(0, 16) ? written : picked);
        }}
      />
    </Typing>
  );
}

/** Input for a calendar day in the format `yyyy-MM-dd`, selected or typed. The form field must validate it. */
export const DayPicker = ({ placeholder = '如 2026-01-31', ...rest }: Props) => (
  <KeptPicker {...rest} of={days} placeholder={placeholder} />
);

/** Input for a time in Asia/Shanghai, in the format of the API, selected or typed. The form field must validate it. */
export const TimePicker = (props: Props) => <KeptPicker {...props} of={times} showTime={{ format: 'HH:mm' }} />;

const rule = (isOne: (text: string) => boolean, problem: string) => ({
  validator: async (_rule: unknown, value: unknown) => {
    if (typeof value === 'string' && value !== '' && !isOne(value)) throw new Error(problem);
  },
});
export const dayField = { rules: [rule(isDay, dayProblem)], validateTrigger: 'onBlur' };
export const timeField = {
  rules: [rule(isTime, timeProblem)],
  validateTrigger: 'onBlur',
};

interface FilterProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  label: string;
}

/** A day filter. Invalid text does not filter, and a message below says so. */
export function DayFilter({ value, onChange, label }: FilterProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [here, setHere] = useState(false);
  const shown = typed ?? value ?? null;
  const wrong = !here && shown !== null && !isDay(shown);
  return (
    <span className="day-filter">
      <DayPicker
        aria-label={label}
        aria-describedby={wrong ? id : undefined}
        status={wrong ? 'error' : ''}
        placeholder={label}
        value={shown}
        onFocus={() => setHere(true)}
        onBlur={() => setHere(false)}
        onChange={(text) => {
          const day = text !== null && isDay(text);
          setTyped(day ? null : text);
          if (day) onChange(text);
          else if (value !== undefined) onChange(undefined);
        }}
      />
      {wrong && (
        <small id={id} role="alert">
          {dayProblem}，现在没有按它筛选
        </small>
      )}
    </span>
  );
}
