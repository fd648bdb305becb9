import type { StoredFact } from '../../kit/stored-fact.ts';

export const vehicleDayFacts: readonly StoredFact[] = [
  {
    column: 'vehicle_day.online_minutes',
    setBy: 'claimed',
    inputs: ['vehicleDay.create.onlineMinutes', 'vehicleDay.update.onlineMinutes'],
    shownAs: '在线时长',
  },
  {
    column: 'vehicle_day.run_minutes',
    setBy: 'claimed',
    inputs: ['vehicleDay.create.runMinutes', 'vehicleDay.update.runMinutes'],
    shownAs: '运行时长',
  },
];
