// Types of the parts of autocannon that the benches use; the package has no types.
declare module 'autocannon' {
  interface Options {
    url: string;
    headers: Record<string, string>;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests per second over all connections. */
    overallRate?: number;
    /** Number of threads. Without it the load runs in this thread. */
    workers?: number;
  }
  interface Result {
    duration: number;
    errors: number;
    non2xx: number;
    requests: { total: number };
    /** Milliseconds. */
    latency: { p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
