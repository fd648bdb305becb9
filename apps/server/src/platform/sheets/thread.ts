import { setFlagsFromString } from 'node:v8';
import { Worker, type ResourceLimits } from 'node:worker_threads';

// What the command line says of young memory holds for every thread, whatever its limits are; the server's own thread
// has grown up with it by now.
setFlagsFromString('--max-semi-space-size=0');

/** A thread beside the server's own, with nothing of its surroundings and no more memory than said. */
export const beside = (file: URL, workerData: unknown, resourceLimits: ResourceLimits): Worker =>
  new Worker(file, { workerData, env: {}, execArgv: [], resourceLimits });
