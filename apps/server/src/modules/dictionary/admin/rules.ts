import type { DictionaryAbility } from '@anlan/contract/modules/dictionary/admin';
import type { Scope } from '#kernel/scope.ts';
import type { DictionaryTables } from '../tables.ts';

/** The tenant id of the platform. Every tenant can see rows of the platform. */
export const platform = '0';
export const oneOf = (type: string): boolean => type === 'grey';

type Dictionary = Pick<DictionaryTables['dictionary'], 'edit' | 'type'>;

const isPlatform = (scope: Scope) => scope.tenantId === platform;

export const mayAdd = (scope: Scope, { edit }: Dictionary): boolean =>
  isPlatform(scope) ? edit !== 'fixed' : edit === 'tenant';

export function abilitiesOf(scope: Scope, dictionary: Dictionary): DictionaryAbility[] {
  const abilities: DictionaryAbility[] = [];
  if (mayAdd(scope, dictionary) && scope.permits.has('sys:dictitem:add')) abilities.push('add');
  if (!isPlatform(scope)) return abilities;
  if (scope.permits.has('sys:dict:edit')) abilities.push('update');
  if (dictionary.edit !== 'fixed' && scope.permits.has('sys:dict:del')) abilities.push('remove');
  return abilities;
}

/**
 * What the caller may do with an item of their own: edit label and colour. Depending on the dictionary, also enable,
 * disable or remove it.
 */
export function itemAbilitiesOf(scope: Scope, dictionary: Dictionary, owner: string): DictionaryAbility[] {
  if (owner !== scope.tenantId) return [];
  const abilities: DictionaryAbility[] = [];
  const edits = scope.permits.has('sys:dictitem:edit');
  if (edits) abilities.push('update');
  if (edits && (mayAdd(scope, dictionary) || oneOf(dictionary.type))) abilities.push('switch');
  if (mayAdd(scope, dictionary) && scope.permits.has('sys:dictitem:del')) abilities.push('remove');
  return abilities;
}

export const usedText = (label: string, uses: readonly string[]): string =>
  `“${label}”正在使用：${uses.join('，')}。不能删除，可以停用`;
