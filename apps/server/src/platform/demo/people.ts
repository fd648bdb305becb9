import { createRandom, type Random } from '#kernel/random.ts';
import words from '../../../data/demo-people.json' with { type: 'json' };

export function personName(random: Random): string {
  const firstCharacter = random.pick(words.given);
  return random.pick(words.surnames) + firstCharacter + (random.chance(0.7) ? random.pick(words.given) : '');
}

export function demoPhone(random: Random): string {
  return `1990000${random.between(1000, 9999)}`;
}

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
