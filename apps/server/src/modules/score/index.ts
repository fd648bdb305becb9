/**
 * score: 安全分 and 企业四色 of enterprises, stored by day with reasons. The module reads data of other modules and
 * subscribes to their events.
 */
import { scoreCalls } from '@anlan/contract/modules/score/calls';
import { defineModule } from '#kit/module.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { seedScores } from './seed.ts';
import { createScores } from './service.ts';

export { dangerList, warningList } from './list-links.ts';

export const scoreModule = defineModule('score', {
  needs: { enterprise: enterpriseModule },
  open({ kit, enterprise }) {
    const scores = createScores(kit);
    enterprise.lifecycle.onTouched((tx, ids) => scores.mark(tx, ids));
    return scores;
  },
  calls: scoreCalls,
  on: {
    'setting.changed': async (tx, { keys }, scores) => {
      if (keys.some((key) => /^(score|color)\./.test(key))) await scores.markAll(tx);
    },
    'danger.changed': (tx, { enterpriseIds }, scores) => scores.mark(tx, enterpriseIds),
    'riskCheck.changed': (tx, { enterpriseIds }, scores) => scores.mark(tx, enterpriseIds),
    'riskPoint.changed': (tx, { enterpriseIds }, scores) => scores.mark(tx, enterpriseIds),
    'archive.changed': (tx, { enterpriseIds }, scores) => scores.mark(tx, enterpriseIds),
    'report.changed': (tx, { enterpriseIds }, scores) => scores.mark(tx, enterpriseIds),
    'accident.changed': (tx, { enterpriseIds }, scores) => scores.mark(tx, enterpriseIds),
    'learning.changed': (tx, { enterpriseIds }, scores) => scores.mark(tx, enterpriseIds),
    'warning.changed': (tx, { enterpriseIds }, scores) => scores.mark(tx, enterpriseIds),
  },
  seed: seedScores,
  nightly: { all: { at: '10 0 * * *', run: (scores, scope) => scores.renewAll(scope) } },
});
