import type { TodoSnooze } from '@anlan/contract/domain/todo';
import { todoCalls } from '@anlan/contract/modules/notice/todo-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const calls = api(todoCalls);

/** How the list's request stands in its URL. */
export const todoQuery = todoCalls.todoPage.input;
/** What the list asks for. */
export type TodoPage = Parameters<typeof calls.todoPage>[0];

/** A page of to-dos; the old rows stay while the next are on their way. */
export const todoPage = (input: TodoPage) =>
  queryOptions({
    queryKey: ['todo', 'page', input],
    queryFn: ({ signal }) => calls.todoPage(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** Puts a to-do off, or takes it back. */
export const snoozeTodo = (input: TodoSnooze) => calls.todoSnooze(input);
