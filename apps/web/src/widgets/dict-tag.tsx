import { itemOf, useDictionary, type Codes } from './dictionary.ts';
import '#ui/page.css';

interface Props {
  type: string;
  value: string;
  codes?: Codes;
}

const tones = new Set(['red', 'orange', 'yellow', 'blue', 'green', 'purple']);

/** Shows a dictionary label in its colour. The text always shows too, so that colour is not needed. */
export function DictTag({ type, value, codes }: Props) {
  const { items, isPending } = useDictionary(type);
  const item = itemOf(items, value, codes);
  if (!item && isPending) return <span className="tag tone-grey" aria-hidden />;
  const tone = item?.color && tones.has(item.color) ? item.color : 'grey';
  return <span className={`tag tone-${tone}`}>{item?.label ?? value}</span>;
}

export function DictText({ type, value, codes }: Omit<Props, 'value'> & { value: string | readonly string[] }) {
  const { items, isPending } = useDictionary(type);
  // Renders nothing while the dictionary loads: otherwise the raw code would flash.
  if (isPending) return null;
  const values = typeof value === 'string' ? [value] : value;
  return <>{values.map((each) => itemOf(items, each, codes)?.label ?? each).join('、')}</>;
}
