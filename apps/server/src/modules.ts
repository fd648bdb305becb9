// The modules of the server, in the order of their dependencies.
import { sortByNeeds, type ServerModule } from '#kit/module.ts';
import * as all from './all-modules.ts';

export const modules: readonly ServerModule[] = sortByNeeds(Object.values(all));
