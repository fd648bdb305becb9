import { dayProblem } from '@anlan/contract/domain/fields';
import { isDay } from '@anlan/contract/domain/instant';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { createContext, use, useId, useLayoutEffect, useRef, useState, type ComponentProps } from 'react';
import './day-picker.css';

const days = { kept: 'YYYY-MM-DD', typed: ['YYYY-MM-DD', 'YYYYMMDD', 'YYYY.M.D', 'YYYY/M/D', 'YYYY-M-D'] };
const times = {
  kept: 'YYYY-MM-DD HH:mm:ss',
  typed: ['YYYY-MM-DD HH:mm', 'YYYY-MM-DD HH:mm:ss', 'YYYY.M.D H:mm', 'YYYY/M/D H:mm', 'YYYY-M-D H:mm'],
};
const timeProblem = '时间不存在，请按 2026-01-31 09:30 的格式填写';
const dateOf = (text: string | null | undefined, formats: string[]) =>
  text ? (formats.map((format) => dayjs(text, format, true)).find((date) => date.isValid()) ?? null) : null;

const Typing = createContext<{ text: string | null; type: (text: string) => void; leave: () => void }>({
  text: null,
  type: () => undefined,
  leave: () => undefined,
});

// The kit forgets what is no date as soon as one leaves; this says on what was typed.
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
        // A page that goes to the back takes the kit's own parts along, which it would reach for.
        if (stands.current) onBlur?.(event);
      }}
    />
  );
}
const components = { input: KeptInput };

interface Props {
  /** What was chosen, or typed and is none, or null. */
  value?: string | null | undefined;
  /** Is given what is typed as well, as long as it is no date: whoever takes it checks it. */
  onChange?: (text: string | null) => void;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
  onFocus?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  status?: 'error' | '';
}

function KeptPicker({ value, onChange, of, ...rest }: Props & { of: typeof days; showTime?: { format: string } }) {
  const [typed, setTyped] = useState<string | null>(null);
  const date = dateOf(value, [of.kept]);
  const told = value && date === null ? value : null;
  const tell = (text: string) => {
    if (text !== (value ?? '')) onChange?.(text || null);
  };
  return (
    <Typing
      value={{
        text: typed ?? told,
        type: (text) => {
          setTyped(text);
          if (dateOf(text, of.typed) === null) tell(text.trim());
        },
        leave: () => {
          const found = dateOf(typed?.trim(), of.typed);
          if (found) tell(found.format(of.kept));
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
        onChange={(chosen) => {
          setTyped(null);
          tell(chosen ? chosen.format(of.kept) : '');
        }}
      />
    </Typing>
  );
}

/** Chooses or types a calendar day `yyyy-MM-dd`; a field of it has the rule for days. */
export const DayPicker = ({ placeholder = '如 2026-01-31', ...rest }: Props) => (
  <KeptPicker {...rest} of={days} placeholder={placeholder} />
);

/** Chooses or types a moment of Shanghai, as wire and form say it; a field of it has the rule for moments. */
export const TimePicker = (props: Props) => <KeptPicker {...props} of={times} showTime={{ format: 'HH:mm' }} />;

const rule = (isOne: (text: string) => boolean, problem: string) => ({
  validator: async (_rule: unknown, value: unknown) => {
    if (typeof value === 'string' && value !== '' && !isOne(value)) throw new Error(problem);
  },
});
/** A field of a form that holds a day, checked when one leaves it. */
export const dayField = { rules: [rule(isDay, dayProblem)], validateTrigger: 'onBlur' };
/** A field of a form that holds a moment. */
export const timeField = {
  rules: [rule((text) => dateOf(text, [times.kept]) !== null, timeProblem)],
  validateTrigger: 'onBlur',
};

interface FilterProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
  label: string;
}

/** A day that a list is narrowed by; what is none narrows nothing, which stands below it. */
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
