import * as z from 'zod/mini';
import { flag, several } from '../../domain/fields.ts';
import { todo, todoKind, todoSnooze, todoSortable, todoState } from '../../domain/todo.ts';
import { enveloped, get, nothing, pageOf, pageQuery, post } from '../../http/dialect.ts';

const filter = {
  /** 待办类型 */
  kind: z.optional(several(todoKind)),
  /** 状态; what waits where none is asked for. */
  state: z.optional(todoState),
  /** Only what the caller is to see to first. */
  mine: z.optional(flag),
};

/** To-dos (待办): made and closed by what happens, never by hand. */
export const todoCalls = {
  todoPage: get('/bus/todo/page', {
    input: pageQuery(filter, todoSortable),
    answer: enveloped(pageOf(todo)),
    permit: 'signed-in',
    origin: 'chosen',
  }),
  todoSnooze: post('/bus/todo/snooze', {
    input: todoSnooze,
    answer: nothing,
    permit: 'signed-in',
    origin: 'chosen',
  }),
};
