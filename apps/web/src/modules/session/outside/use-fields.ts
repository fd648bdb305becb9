import { useRef, useState } from 'react';

/** What is wrong, by field. */
export type Faults<N extends string> = Partial<Record<N, string>>;

/** What is typed into a form, what is wrong with it, and the way to a field. */
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
    /** Whether anything is said to be wrong at a field. */
    faulty: Object.values(faults).some((fault) => fault !== undefined),
    change,
    focus,
    bind: (name: N) => ({
      value: typed[name],
      fault: faults[name],
      ref: (input: HTMLElement | null) => void (input ? inputs.current.set(name, input) : inputs.current.delete(name)),
      onChange: (value: string) => change(name, value),
    }),
    /** Says what is wrong and goes to the first such field in the order given; false where nothing is. */
    refuse(found: Faults<N>, order: readonly N[]): boolean {
      setFaults(found);
      const at = order.find((name) => found[name] !== undefined);
      if (at !== undefined) focus(at);
      return at !== undefined;
    },
  };
}
