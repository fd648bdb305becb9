// Types of a call that answers a page of rows.
import type * as z from 'zod/mini';
import type { Page, PageInput } from '../domain/paging.ts';
import type { Call } from '../http/call-table.ts';

export type PageCall = Call & { readonly answer: { readonly schema: z.ZodMiniType } };
type InputOf<C extends PageCall> = z.output<C['input']>;
/** What a list asks of its page call. */
export type CallPage<C extends PageCall> = InputOf<C> extends infer I extends PageInput<unknown> ? I : never;
export type CallRow<C extends PageCall> = z.output<C['answer']['schema']> extends Page<infer T> ? T : never;
export type CallFilter<C extends PageCall> = InputOf<C> extends { filter: infer X } ? X : never;
export type CallSort<C extends PageCall> = InputOf<C> extends PageInput<unknown, infer S> ? S : never;
