import type { StoredFact } from '../../kit/stored-fact.ts';

export const vehicleAlarmFacts: readonly StoredFact[] = [
  { column: 'vehicle_alarm.at', setBy: 'claimed', inputs: ['vehicleAlarm.create.at'], shownAs: '报警时间' },
  { column: 'todo.since', setBy: 'claimed', inputs: ['vehicleAlarm.create.at'], shownAs: '报警时间' },
  {
    column: 'vehicle_alarm.minutes',
    setBy: 'claimed',
    inputs: ['vehicleAlarm.create.minutes', 'vehicleAlarm.update.minutes'],
    shownAs: '持续时间',
  },
];
