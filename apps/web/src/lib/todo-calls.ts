import type { TodoSnooze } from '@anlan/contract/domain/todo';
import { todoCalls } from '@anlan/contract/modules/notice/todo-calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const calls = api(todoCalls);

export const todoQuery = todoCalls.todoPage.input;
export type TodoPage = Parameters<typeof calls.todoPage>[0];

export const todoPage = (input: TodoPage) =>
  queryOptions({
    queryKey: ['todo', 'page', input],
    queryFn: ({ signal }) => calls.todoPage(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const snoozeTodo = (input: TodoSnooze) => calls.todoSnooze(input);
