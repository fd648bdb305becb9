/**
 * Optimisations that only affect speed; each is measured in docs/SPEED.md. SPEED_OFF switches them off for a
 * measurement.
 */
export const speedMechanisms = ['preparedStatements', 'pipelining', 'batchedHeartbeats'] as const;
export type SpeedMechanism = (typeof speedMechanisms)[number];
