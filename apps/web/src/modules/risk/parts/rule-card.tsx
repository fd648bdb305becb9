import type { RiskRule } from '@anlan/contract/modules/risk/rule';
import { formatInstant } from '@anlan/contract/domain/instant';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { useHasPermit } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { removeRule, riskRulesKey } from '../calls.ts';
import { audienceText, lookOf, standingOf, timeText, type PopupRule, type SetRule } from '../rules.ts';
import { useKindWords } from './use-kind-words.ts';
import { WarningDialog } from './warning-dialog.tsx';

const sources = { own: '本单位规则', platform: '平台规则', house: '系统默认' } as const;
const purposes = {
  popup: '打开系统时提示一次；修改后，已登录的人员会再次看到',
  expiry: '证照到期前，为企业生成“更新到期的证照”待办',
  method: '风险点按这些分级得出等级，保存风险点时计算',
  score: '企业安全分按这些参数计算',
  color: '企业四色按这些参数判定，取最差的一项',
  escalation: '隐患到期前后依次提醒和升级',
} as const;

export function RuleCard({ rule, today, onEdit }: { rule: RiskRule; today: string; onEdit: () => void }) {
  const [previews, setPreviews] = useState(false);
  const { label, tone } = standingOf(rule, today);
  const mayUpdate = rule.abilities.includes('update');
  const isWritten = rule.type !== 'popup' || rule.content.title !== '';
  const toSettings = useHasPermit('bus:setting:edit');
  return (
    <section className="card risk-rule" aria-label={rule.name}>
      <header>
        <h2>{rule.name}</h2>
        <small>{sources[rule.source]}</small>
        <span className="more">
          <span className={`tag tone-${tone}`}>{label}</span>
        </span>
      </header>
      <div className="card-body">
        <p className="sub">{purposes[rule.type]}</p>
        {rule.type === 'popup' ? (
          <PopupFacts rule={rule} />
        ) : rule.type !== 'expiry' ? (
          <SetFacts rule={rule} />
        ) : (
          <>
            <p className="risk-days">
              <span>提前</span>
              <strong className="num">{rule.content.days}</strong>
              <span>天提醒</span>
            </p>
            <dl className="risk-facts">
              <dt>检查日期</dt>
              <dd>营业执照、安全生产标准化证书、安责险保单、道路运输经营许可证</dd>
              <dt>提醒对象</dt>
              <dd>已登录过系统的企业，出现在“我的待办”中</dd>
            </dl>
          </>
        )}
      </div>
      <footer>
        <small>
          {rule.updatedAt === null
            ? '尚未修改过'
            : `${formatInstant(rule.updatedAt).slice(0, 16)} ${rule.updatedBy === null ? '' : `${rule.updatedBy} `}更新`}
        </small>
        {rule.type !== 'popup' && rule.type !== 'expiry' && toSettings && (
          <Link className="btn" to="/bus/setting/index">
            在业务参数中修改
          </Link>
        )}
        {rule.abilities.includes('remove') && <GiveUp rule={rule} />}
        {rule.type === 'popup' && isWritten && (
          <Button icon={<Icon name="eye" size={16} />} onClick={() => setPreviews(true)}>
            预览
          </Button>
        )}
        {mayUpdate && (
          <Button
            aria-label={`${isWritten ? '编辑' : '设置'}${rule.name}`}
            icon={<Icon name="edit" size={16} />}
            onClick={onEdit}
          >
            {isWritten ? '编辑' : '设置'}
          </Button>
        )}
      </footer>
      {previews && rule.type === 'popup' && (
        <WarningDialog
          isPreview
          text={{ ...rule.content, content: rule.content.text }}
          onClose={() => setPreviews(false)}
        />
      )}
    </section>
  );
}

function SetFacts({ rule: { content } }: { rule: SetRule }) {
  return (
    <dl className="risk-facts">
      {content.lines.map(({ key, label, said: valueText, own }) => (
        <Fragment key={key}>
          <dt>{label}</dt>
          <dd>
            {valueText}
            {own && <small> 本单位设置</small>}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function PopupFacts({ rule: { content, abilities } }: { rule: PopupRule }) {
  const { label, tone, icon } = lookOf(content.level);
  const words = useKindWords();
  if (content.title === '')
    return (
      <p className="risk-none">
        {abilities.includes('update') ? '还没有设置提示内容，设置并启用后才会弹出。' : '还没有设置提示内容。'}
      </p>
    );
  return (
    <>
      <div className={`risk-said risk-${tone}`}>
        <span className={`risk-sign tone-${tone}`}>
          <Icon name={icon} size={20} />
        </span>
        <div>
          <span className={`tag tone-${tone}`}>{label}</span>
          <strong>{content.title}</strong>
          <p>{content.text}</p>
        </div>
      </div>
      <dl className="risk-facts">
        <dt>展示对象</dt>
        <dd>{audienceText(content, words)}</dd>
        <dt>有效期</dt>
        <dd className="num">{timeText(content)}</dd>
      </dl>
    </>
  );
}

function GiveUp({ rule: { id, name, source, version } }: { rule: RiskRule }) {
  const client = useQueryClient();
  const { modal, message } = App.useApp();
  const remove = useMutation({
    mutationFn: () => removeRule(id ?? '', version),
    onSuccess: () => void message.success('已恢复默认'),
    onError: (error) => void message.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: riskRulesKey }),
  });
  const ask = () =>
    void modal.confirm({
      title: `恢复“${name}”的默认规则？`,
      content:
        source === 'own'
          ? '本单位设置的内容不再生效，改为执行平台规则；平台没有设置的，按系统默认执行。'
          : '平台设置的内容不再生效，没有自己规则的单位改为按系统默认执行。',
      okText: '恢复默认',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => remove.mutateAsync().catch(() => undefined),
    });
  return (
    <Button aria-label={`${name}恢复默认`} loading={remove.isPending} onClick={ask}>
      恢复默认
    </Button>
  );
}
