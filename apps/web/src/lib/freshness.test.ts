import { afterEach, beforeEach, expect, it } from 'vitest';
import { readFreshness, retryRights } from './freshness.ts';
import { onSignal, signal } from './app-events.ts';

let signals: string[];
let stops: (() => void)[];
beforeEach(() => {
  signal('ended', undefined);
  signals = [];
  stops = [
    onSignal('rights', () => void signals.push('rights')),
    onSignal('dictionaries', () => void signals.push('dictionaries')),
  ];
});
afterEach(() => stops.forEach((stop) => stop()));

it('signals changed rights or dictionaries when the version in a response header changed', () => {
  for (const mark of ['a.1', null, 'a.1', 'b.1', 'b.1', 'b.2', 'c.3']) readFreshness(mark);
  expect(signals).toEqual(['rights', 'dictionaries', 'rights', 'dictionaries']);
});

it('signals a rights change again after a failed read', () => {
  readFreshness('a.1');
  retryRights();
  readFreshness('a.1');
  expect(signals).toEqual(['rights']);
  signal('ended', undefined);
  readFreshness('z.9');
  expect(signals).toEqual(['rights']);
});
