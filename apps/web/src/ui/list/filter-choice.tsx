import { use } from 'react';
import { fetchPartOnce } from '#lib/load-chunk.ts';
import type { ChoiceProps } from './choice-select.tsx';

// The antd selects are large, so they load after the rows.
const part = fetchPartOnce(() => import('./choice-select.tsx'));

export function FilterChoice<V extends string | number | boolean>(props: ChoiceProps<V>) {
  const { ChoiceSelect } = use(part());
  return <ChoiceSelect {...props} />;
}
