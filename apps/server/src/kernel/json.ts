// Parses JSON from clients. Depth and size are checked before parsing.
import { limits } from '@anlan/contract/limits';
import { AppError } from './errors.ts';

const forbidden = new Set(['__proto__', 'constructor', 'prototype']);

export function guardKey(key: string) {
  if (forbidden.has(key)) throw new AppError('invalid');
}

// Measures depth and size on the text, so that an oversized body is refused before it is parsed.
function measure(text: string) {
  let depth = 0;
  let inString = false;
  let keys = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (inString) {
      if (char === 92) index++;
      else if (char === 34) inString = false;
      continue;
    }
    if (char === 34) inString = true;
    else if (char === 58) keys++;
    else if (char === 123 || char === 91) {
      if (++depth > limits.body.depth) throw new AppError('invalid', '提交的内容层级过深');
    } else if (char === 125 || char === 93) depth--;
  }
  if (keys > limits.body.keys) throw new AppError('invalid', '提交的内容过多');
}

/** Throws for values that are too large or that PostgreSQL cannot store. */
export function checkJson(value: unknown): void {
  if (Array.isArray(value)) {
    if (value.length > limits.body.arrayItems) throw new AppError('invalid', '提交的内容过多');
    value.forEach(checkJson);
  } else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      guardKey(key);
      checkJson(inner);
    }
  // PostgreSQL cannot store NUL in a text. A lone surrogate is invalid too.
  else if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) throw new AppError('invalid');
}

export function readJson(text: string): unknown {
  measure(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid', '提交的内容不是有效的 JSON');
  }
  checkJson(value);
  return value;
}
