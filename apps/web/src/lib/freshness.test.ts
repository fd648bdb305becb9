import { afterEach, beforeEach, expect, it } from 'vitest';
import { hearFreshness, missRights } from './freshness.ts';
import { onSignal, signal } from './signals.ts';

let told: string[];
let stops: (() => void)[];
beforeEach(() => {
  signal('ended', undefined);
  told = [];
  stops = [
    onSignal('rights', () => void told.push('rights')),
    onSignal('dictionaries', () => void told.push('dictionaries')),
  ];
});
afterEach(() => stops.forEach((stop) => stop()));

it('tells each part that differs from the last answer, and nothing of the first one or of answers without a mark', () => {
  for (const mark of ['a.1', null, 'a.1', 'b.1', 'b.1', 'b.2', 'c.3']) hearFreshness(mark);
  expect(told).toEqual(['rights', 'dictionaries', 'rights', 'dictionaries']);
});

it('tells rights once more after they could not be read, and begins anew with another session', () => {
  hearFreshness('a.1');
  missRights();
  hearFreshness('a.1');
  expect(told).toEqual(['rights']);
  signal('ended', undefined);
  hearFreshness('z.9');
  expect(told).toEqual(['rights']);
});
