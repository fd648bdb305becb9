import { limits } from '@anlan/contract/limits';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOf } from './rules.ts';

it('S73 splits log entries into batches within the limits', () => {
  const entry = fc.record({ message: fc.string({ unit: 'grapheme', maxLength: 1024 }), size: fc.nat(8192) });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 260 }), (drawn) => {
      const entries = drawn.map(({ message, size }) => ({ message, stack: '错'.repeat(size) }));
      const parts = partsOf(entries);
      expect(parts.flat()).toEqual(entries);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(limits.errorReport.entries);
        expect(new TextEncoder().encode(JSON.stringify(part)).length).toBeLessThanOrEqual(limits.body.jsonBytes);
      }
    }),
    { numRuns: 25 },
  );
});
