import { createRandom, type Random } from '#kernel/random.ts';
import words from '../../../data/demo-people.json' with { type: 'json' };

/** A surname and one or two characters, drawn. */
export function personName(random: Random): string {
  const given = random.pick(words.given);
  return random.pick(words.surnames) + given + (random.chance(0.7) ? random.pick(words.given) : '');
}

/** A mobile of the demo range 1990000dddd; numbers below 1000 are left to accounts. */
export function demoPhone(random: Random): string {
  return `1990000${random.between(1000, 9999)}`;
}

/** Makes people to show: different names, each with a demo phone. */
export function* generatePeople(seed: number, count: number): Generator<{ name: string; phone: string }> {
  const random = createRandom(seed, 0x9e09);
  const seen = new Set<string>();
  while (seen.size < count) {
    const name = personName(random);
    if (seen.has(name)) continue;
    seen.add(name);
    yield { name, phone: demoPhone(random) };
  }
}
