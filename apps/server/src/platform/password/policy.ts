import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordFormProblem } from '@anlan/contract/domain/password';

const listed = join(import.meta.dirname, '../../../data/weak-passwords.txt');
let known: ReadonlySet<string> | null = null;
// The passwords of the demonstration stand in its documentation.
const published = ['anlan@2026'];
const weak = () => (known ??= new Set([...readFileSync(listed, 'utf8').split('\n'), ...published]));

const plain = (text: string) => text.normalize('NFKC').toLowerCase();
const rows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890'];
const runs = [...rows, ...rows.map((row) => [...row].toReversed().join(''))];

/** How much of a text is left when each neighbour that only goes on with its forerunner is taken away. */
function surprising(text: string): number {
  const letters = [...text];
  return letters.filter((letter, at) => {
    const before = letters[at - 1];
    return before === undefined || (before !== letter && !runs.some((row) => row.includes(before + letter)));
  }).length;
}

/** What a person's new password must not be made of: account name, phone, names of tenant and enterprise. */
export type Names = readonly (string | null | undefined)[];

/**
 * Says why a new password is refused, or null: length, the common ones, runs, one's own names (S03); where the tenant
 * is protected at level three also its kinds of characters.
 */
export function passwordProblem(password: string, names: Names, protects: boolean): string | null {
  const malformed = passwordFormProblem(password, protects);
  if (malformed !== null) return malformed;
  const text = plain(password);
  if (weak().has(text)) return '该密码过于常见，请换一个';
  if (surprising(text) < 4) return '密码不能只是连续或重复的字符，请换一个';
  const own = names.map((name) => plain(name ?? '')).filter((name) => [...name].length >= 2);
  const rest = own.toSorted((a, b) => b.length - a.length).reduce((left, name) => left.replaceAll(name, ''), text);
  // A name may stand in a long phrase; what matters is how much is left for a guess without it.
  if (rest !== text && [...rest].length < 6) return '密码不能由用户名、手机号或单位名称组成，请换一个';
  return null;
}
