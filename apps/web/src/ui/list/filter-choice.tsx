import { use } from 'react';
import { fetchPartOnce } from '#lib/fetch-part.ts';
import type { ChoiceProps } from './choice-select.tsx';

// The kit's selects are heavy: they come once the rows stand.
const part = fetchPartOnce(() => import('./choice-select.tsx'));

/** A filter by one of a few choices. */
export function FilterChoice<V extends string | number | boolean>(props: ChoiceProps<V>) {
  const { ChoiceSelect } = use(part());
  return <ChoiceSelect {...props} />;
}
