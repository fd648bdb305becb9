import { spawn } from 'node:child_process';
import { join } from 'node:path';
import * as z from 'zod/mini';

// A program of its own, which the server starts and never imports.
const program = join(import.meta.dirname, '../../../../simulator/src/main.ts');
const told = z.object({ address: z.string() });

/** Where the simulator shall listen. */
export interface SimulatorPlace {
  port: number;
  /** Whether any free port will do where that one is taken. */
  orAny: boolean;
}

/** Starts the simulator of the outside world beside the server; it ends when the server does, however that ends. */
export function startSimulator({ port, orAny }: SimulatorPlace) {
  const child = spawn(process.execPath, [program, String(port), ...(orAny ? ['--or-any'] : [])], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  const said = new Promise<string | null>((done) => {
    child.once('message', (message) => {
      const read = told.safeParse(message);
      done(read.success ? read.data.address : null);
    });
  });
  const address = Promise.race([said, ended.then(() => null)]);
  // Whoever waits for the address must not end meanwhile; afterwards it keeps nobody alive.
  void address.finally(() => {
    child.unref();
    child.channel?.unref();
  });
  return {
    /** Where it listens, or null where it could not start. */
    address,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
