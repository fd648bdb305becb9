export interface Exchange {
  no: number;
  at: string;
  direction: 'in' | 'out';
  service: string;
  method: string;
  address: string;
  headers: Record<string, string>;
  body: string;
  status: number;
  verdict: string;
  answer: string;
  ms: number;
}

const mostExchanges = 200;
const most = 4_000;
const shown = (text: string) => (text.length > most ? `${text.slice(0, most)} …（共 ${text.length} 字）` : text);

/** Records requests to the simulated vendors and their answers, newest first. */
export function openTraffic() {
  let exchanges: Exchange[] = [];
  let last = 0;
  return {
    note({ body, answer, ...rest }: Omit<Exchange, 'no' | 'at'>) {
      last += 1;
      const exchange = { ...rest, no: last, at: new Date().toISOString(), body: shown(body), answer: shown(answer) };
      exchanges = [exchange, ...exchanges].slice(0, mostExchanges);
    },
    list: () => exchanges,
    clear() {
      exchanges = [];
    },
  };
}
