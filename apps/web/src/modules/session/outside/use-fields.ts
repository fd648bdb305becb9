import { useRef, useState } from 'react';

export type Faults<N extends string> = Partial<Record<N, string>>;

export function useFields<N extends string>(first: Readonly<Record<N, string>>) {
  const [typed, setTyped] = useState<Readonly<Record<N, string>>>(first);
  const [faults, setFaults] = useState<Faults<N>>({});
  const inputs = useRef(new Map<N, HTMLElement>());
  const change = (name: N, value: string) => {
    setTyped((before) => ({ ...before, [name]: value }));
    setFaults((before) => ({ ...before, [name]: undefined }));
  };
  const focus = (name: N) => setTimeout(() => inputs.current.get(name)?.focus(), 0);
  return {
    typed,
    faulty: Object.values(faults).some((fault) => fault !== undefined),
    change,
    focus,
    bind: (name: N) => ({
      value: typed[name],
      fault: faults[name],
      ref: (input: HTMLElement | null) => void (input ? inputs.current.set(name, input) : inputs.current.delete(name)),
      onChange: (value: string) => change(name, value),
    }),
    /** Shows the errors and focuses the first invalid field in the given order. Returns false if there are none. */
    refuse(newFaults: Faults<N>, order: readonly N[]): boolean {
      setFaults(newFaults);
      const at = order.find((name) => newFaults[name] !== undefined);
      if (at !== undefined) focus(at);
      return at !== undefined;
    },
  };
}
