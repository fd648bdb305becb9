import * as z from 'zod/mini';
import { flag, oneOrMany } from '../../domain/fields.ts';
import { todo, todoKind, todoSnooze, todoSortable, todoState } from '../../domain/todo.ts';
import { enveloped, get, pageOf, pageQuery, post } from '../../http/call-table.ts';

const filter = {
  kind: z.optional(oneOrMany(todoKind)),
  /** State (状态); by default pending to-dos. */
  state: z.optional(todoState),
  /** Whether to return only to-dos that the caller should handle first. */
  mine: z.optional(flag),
};

/** Calls for to-dos (待办). Events create and close them, never people. */
export const todoCalls = {
  todoPage: get('/bus/todo/page', {
    input: pageQuery(filter, todoSortable),
    answer: enveloped(pageOf(todo)),
    permit: 'signed-in',
  }),
  todoSnooze: post('/bus/todo/snooze', { input: todoSnooze, permit: 'signed-in' }),
};
