// The server's modules, each after those that it needs.
import { inOrder, type ServerModule } from '#kit/module.ts';
import * as all from './all-modules.ts';

/** Every module of the server in the order in which they are opened. */
export const modules: readonly ServerModule[] = inOrder(Object.values(all));
