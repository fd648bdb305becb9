// What the benches use of autocannon, which brings no types.
declare module 'autocannon' {
  interface Options {
    url: string;
    headers: Record<string, string>;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests a second over all connections; as many as go when absent. */
    overallRate?: number;
    /** Threads that ask; without them this one does. */
    workers?: number;
  }
  interface Result {
    /** Seconds. */
    duration: number;
    errors: number;
    '2xx': number;
    non2xx: number;
    requests: { total: number };
    /** Milliseconds. */
    latency: { p50: number; p90: number; p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}
