export function unlockedOptionals(lock: { packages: Record<string, object> }): [home: string, name: string][];
