import * as z from 'zod/mini';
import { citizenId } from '../domain/identifiers.ts';
import { Field, type text } from './field.ts';

/** Declares a citizen ID field (VA-11). The value is encrypted, and masked for everybody until it is revealed. */
export const idNumber = (label: string) =>
  new Field<ReturnType<typeof text>['traits']>(
    { input: citizenId, output: z.string(), filter: z.string() },
    { kind: 'idNumber', label, max: 18, encrypted: true, findable: true },
  );
