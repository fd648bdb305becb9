import type { Order } from '@anlan/contract/modules/order/resource';
import { dayOf } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { App, Segmented } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { agreementText, vipInfo, type VipInfo } from '../calls.ts';
import { Agreement } from './agreement.tsx';
import { PaymentConfirmation } from './payment-confirmation.tsx';
import { PayPane } from './pay-pane.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { memberLine } from './rules.ts';
import { usePurchase } from './use-purchase.ts';
import './vip.css';

type Choice = Pick<Order, 'code' | 'year'>;

/** 开通会员: from the price list to the receipt (LY-06, ST-05). `first` is the choice of an order to continue. */
export function Dialog({ first, onClose }: { first?: Choice; onClose: () => void }) {
  const { message } = App.useApp();
  const { data, error } = useQuery(vipInfo);
  const [paid, setPaid] = useState<Order | null>(null);
  const failed = data === undefined ? error : null;
  useEffect(() => {
    if (!failed) return;
    // The prices could not be loaded, so there is nothing to select. Show the server's message and close the dialog.
    void message.error(failed.message);
    onClose();
  }, [failed, message, onClose]);
  if (paid) return <PaymentConfirmation order={paid} onClose={onClose} />;
  return failed ? null : <Purchase info={data} first={first} onPaid={setPaid} onClose={onClose} />;
}

interface Props {
  info: VipInfo | undefined;
  first: Choice | undefined;
  onPaid: (order: Order) => void;
  onClose: () => void;
}

function Purchase({ info, first, onPaid, onClose }: Props) {
  const who = useCurrentUser();
  const agreement = useQuery(agreementText);
  const [code, setCode] = useState<string | null>(first?.code ?? null);
  const [selectedPriceId, setSelectedPriceId] = useState<string | null>(null);
  const [agreed, setAgreed] = useState(false);
  const [hasAttempted, setHasAttempted] = useState(false);
  const choice = useRef<HTMLDivElement>(null);
  const [today] = useState(() => dayOf(new Date()));
  const plan = info?.plans.find((one) => one.code === code) ?? info?.plans[0];
  const isFirst = ({ year }: { year: number }) => plan?.code === first?.code && year === first?.year;
  const price =
    plan?.priceList.find((one) => (selectedPriceId === null ? isFirst(one) : one.id === selectedPriceId)) ?? null;
  const text = agreement.data;
  const purchase = usePurchase(price, agreed && text ? text.edition : null, onPaid);

  const { membershipTo = null, remainDays = null } = info?.membership ?? {};
  const isExtension = membershipTo !== null && membershipTo > today;
  const begin = () => {
    setHasAttempted(true);
    const missing = price === null ? 'input[type=radio]' : 'input[type=checkbox]';
    choice.current?.querySelector<HTMLElement>(missing)?.focus();
  };
  return (
    <TabModal
      open
      className="vip-modal"
      width={944}
      mask={{ closable: false }}
      title={
        <span className="vip-title">
          开通会员
          <small>{info ? memberLine(who.sysUser.entName ?? '本企业', membershipTo, remainDays) : '　'}</small>
        </span>
      }
      footer={
        <div className="vip-foot">
          <span>
            <Icon name="shield" size={16} />
            不开通会员，也不影响隐患整改、执法回复、事故报告和查看本人记录。
          </span>
          <button type="button" className="btn" onClick={onClose}>
            关闭
          </button>
        </div>
      }
      onCancel={onClose}
    >
      <div className="vip-body">
        <div ref={choice}>
          {info && info.plans.length > 1 && (
            <Segmented
              block
              aria-label="套餐"
              value={plan?.code ?? ''}
              options={info.plans.map(({ code: value, name: label }) => ({ value, label }))}
              onChange={(next) => {
                setCode(next);
                setSelectedPriceId(null);
              }}
            />
          )}
          {plan ? (
            <>
              <PlanChoice
                prices={plan.priceList}
                isExtension={isExtension}
                value={price?.id ?? null}
                problem={hasAttempted && price === null ? '请选择金额' : null}
                onChange={setSelectedPriceId}
              />
              <h3>会员权益</h3>
              <ul className="vip-benefits">
                {plan.content.map((line) => (
                  <li key={line}>
                    <Icon name="tick" size={14} />
                    {line}
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <Skeleton height={320} />
          )}
          <Agreement
            content={text}
            error={agreement.error}
            onRetry={() => void agreement.refetch()}
            agreed={agreed}
            problem={hasAttempted && price !== null && !agreed ? '请先阅读并同意会员服务协议' : null}
            onAgree={setAgreed}
          />
        </div>
        {info ? (
          <PayPane
            price={price}
            from={isExtension ? membershipTo : today}
            channels={info.channels}
            purchase={purchase}
            onBegin={begin}
          />
        ) : (
          <div>
            <Skeleton height={420} />
          </div>
        )}
      </div>
    </TabModal>
  );
}
