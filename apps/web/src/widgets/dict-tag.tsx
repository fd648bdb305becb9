import { itemOf, useDictionary, type Codes } from './dictionary.ts';
import '#ui/page.css';

interface Props {
  type: string;
  value: string;
  codes?: Codes;
}

const tones = new Set(['red', 'orange', 'yellow', 'blue', 'green', 'purple']);

/** A dictionary's label in its colour; the label is always there, the colour never stands alone. */
export function DictTag({ type, value, codes }: Props) {
  const { items, isPending } = useDictionary(type);
  const item = itemOf(items, value, codes);
  if (!item && isPending) return <span className="tag tone-grey" aria-hidden />;
  const tone = item?.color && tones.has(item.color) ? item.color : 'grey';
  return <span className={`tag tone-${tone}`}>{item?.label ?? value}</span>;
}

/** Labels of one or several values, as text. */
export function DictText({ type, value, codes }: Omit<Props, 'value'> & { value: string | readonly string[] }) {
  const { items, isPending } = useDictionary(type);
  // A raw code would flash before its word is known.
  if (isPending) return null;
  const values = typeof value === 'string' ? [value] : value;
  return <>{values.map((each) => itemOf(items, each, codes)?.label ?? each).join('、')}</>;
}
