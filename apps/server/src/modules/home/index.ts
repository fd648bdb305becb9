/** home: numbers of the home pages (首页). The module depends on all modules whose rows it counts. */
import { homeCalls } from '@anlan/contract/modules/home/calls';
import { defineModule } from '#kit/module.ts';
import { certificateModule } from '../certificate/index.ts';
import { calendarModule } from '../calendar/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { settingModule } from '../setting/index.ts';
import { staffModule } from '../staff/index.ts';
import { createHomes } from './service.ts';

export const homeModule = defineModule('home', {
  needs: {
    enterprise: enterpriseModule,
    setting: settingModule,
    calendar: calendarModule,
    staff: staffModule,
    certificate: certificateModule,
  },
  open({ kit, enterprise, setting, calendar, staff, certificate }) {
    const homes = createHomes({
      ...kit,
      settingsOf: setting.of,
      workdayAfter: calendar.workdayAfter,
      postsOf: staff.postsOf,
      certified: certificate.certified,
    });
    enterprise.countsDangers(homes.dangersOf);
    return homes;
  },
  calls: homeCalls,
});
