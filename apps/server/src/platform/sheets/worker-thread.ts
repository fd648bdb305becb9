import { setFlagsFromString } from 'node:v8';
import { Worker, type ResourceLimits } from 'node:worker_threads';

// A heap flag of the command line overrides the resource limits of all threads, so it is reset here. The main thread
// is not affected, because its young heap has already grown.
setFlagsFromString('--max-semi-space-size=0');

/** Starts a worker thread with memory limits and without environment variables. */
export const startWorker = (file: URL, workerData: unknown, resourceLimits: ResourceLimits): Worker =>
  new Worker(file, { workerData, env: {}, execArgv: [], resourceLimits });
