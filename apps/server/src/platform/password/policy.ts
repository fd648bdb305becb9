import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordFormProblem } from '@anlan/contract/domain/password';

const listed = join(import.meta.dirname, '../../../data/weak-passwords.txt');
let weakPasswords: ReadonlySet<string> | null = null;
// The passwords of the demonstration accounts, which the documentation publishes.
const published = ['anlan@2026'];
const weak = () => (weakPasswords ??= new Set([...readFileSync(listed, 'utf8').split('\n'), ...published]));

const plain = (text: string) => text.normalize('NFKC').toLowerCase();
const rows = ['abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', '01234567890'];
const runs = [...rows, ...rows.map((row) => [...row].toReversed().join(''))];

/** Counts the characters that remain without repeated (aaa) and consecutive (abc) characters. */
function unpredictableLength(text: string): number {
  const letters = [...text];
  return letters.filter((letter, at) => {
    const before = letters[at - 1];
    return before === undefined || (before !== letter && !runs.some((row) => row.includes(before + letter)));
  }).length;
}

export type Names = readonly (string | null | undefined)[];

/**
 * Returns why a password is refused, or null. Checks length, common passwords, sequences and the names of the person
 * (S03); at protection level three also character classes.
 */
export function passwordProblem(password: string, names: Names, protects: boolean): string | null {
  const malformed = passwordFormProblem(password, protects);
  if (malformed !== null) return malformed;
  const text = plain(password);
  if (weak().has(text)) return '该密码过于常见，请换一个';
  if (unpredictableLength(text) < 4) return '密码不能只是连续或重复的字符，请换一个';
  const own = names.map((name) => plain(name ?? '')).filter((name) => [...name].length >= 2);
  const rest = own.toSorted((a, b) => b.length - a.length).reduce((left, name) => left.replaceAll(name, ''), text);
  // A long password may contain a name when the other characters are enough.
  if (rest !== text && [...rest].length < 6) return '密码不能由用户名、手机号或单位名称组成，请换一个';
  return null;
}
