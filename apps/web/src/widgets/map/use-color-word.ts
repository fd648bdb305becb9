import { enterpriseColor } from '@anlan/contract/modules/enterprise/codes';
import { useCallback } from 'react';
import { itemOf, useDictionary } from '../dictionary.ts';
import type { ColorWord } from './marks.ts';

export function useColorWord(): ColorWord {
  const { items } = useDictionary('enterpriseColor');
  return useCallback((color) => itemOf(items, color, enterpriseColor)?.label ?? '', [items]);
}
