import { useHostName } from '#lib/host-brand.ts';
import { Icon } from '#ui/icon.tsx';
import './guide.css';
import { Sheet } from '#widgets/public-page/public-page.tsx';
import { useUserTypes } from './use-user-types.ts';

const people = [
  {
    icon: 'shield',
    kind: 'regulator',
    text: '应急、交通等监管部门的工作人员。掌握辖区企业的底数和风险，下发执法通知，跟踪隐患整改。',
    account: '由本单位管理员建立账号。第一次登录请用管理员给的初始密码，并按提示改成自己的密码。',
  },
  {
    icon: 'building',
    kind: 'enterprise',
    text: '企业负责人、安全管理员和员工。维护一企一档，排查隐患，完成整改、培训和月报。',
    account:
      '企业尚未入驻：先申请企业入驻，通过后账号用短信发到申请人手机。已经入驻：由企业管理员添加，或自行注册等待审核。',
    links: [
      ['/bus/enterprise/apply', '申请企业入驻'],
      ['/register', '注册账号'],
    ],
  },
  {
    icon: 'home',
    kind: 'shop',
    text: '在商城提供安全产品和服务的商户。',
    account: '店铺尚未入驻：先申请店铺入驻，通过后账号用短信发到联系人手机。',
    links: [['/mall/shop/shopapply/form', '申请店铺入驻']],
  },
] as const;

const ways = [
  ['用户名和密码', '最常用的方式。先选择单位和用户类型，再输入用户名、密码和图中的验证码。'],
  ['手机号和短信验证码', '账号绑定过手机号就能用。验证码 5 分钟内有效，只能用一次，请不要告诉任何人。'],
  ['微信扫码', '单位开通后出现在登录页。第一次扫码时先用密码登录一次完成绑定，以后扫码即可。'],
  ['统一身份（目录）', '单位开通后出现在登录页，用单位内网的账号和密码登录。'],
] as const;

const questions = [
  [
    '忘记密码',
    '请本单位管理员重置，会得到一个只能用一次的初始密码，登录后马上改成自己的；绑定过手机号的，也可以先用短信验证码登录。',
  ],
  ['忘记绑定的是哪个手机号', '到“找回手机号”用企业全称查询，会显示号码的前三位和后四位。'],
  ['手机号停用了', '还能收到短信时，登录后在“个人信息”里更换；收不到时请联系本单位管理员。'],
  ['提示“请求过频繁”', '同一个账号连续输错几次后要等 15 分钟，这是为了防止别人猜您的密码。'],
  ['一个手机号管理几家企业', '登录后点右上角的企业名称就能切换，不必重新登录。'],
] as const;

/** /guide: introduction and sign-in help (RT-05). */
export function Guide() {
  const words = useUserTypes();
  const name = useHostName();
  return (
    <Sheet title="使用指南" path="/guide" look="wide">
      <section className="guide-lead">
        <h1>{name}：监管与企业在同一处办事</h1>
        <p>
          企业管理与安全生产综合平台。企业在这里建立档案、管控风险、整改隐患、组织培训；监管部门在这里看清辖区、发现问题、督促闭环。
        </p>
        <a className="btn main" href="/login">
          去登录
        </a>
      </section>
      <section aria-labelledby="people">
        <h2 id="people">您是哪一类用户</h2>
        <div className="guide-people">
          {people.map(({ icon, kind, text, account, ...more }) => (
            <article key={kind}>
              <h3>
                <Icon name={icon} size={20} />
                {words[kind]}
              </h3>
              <p>{text}</p>
              <h4>怎样取得账号</h4>
              <p>{account}</p>
              {'links' in more && (
                <p className="guide-links">
                  {more.links.map(([href, label]) => (
                    <a key={href} href={href}>
                      {label}
                    </a>
                  ))}
                </p>
              )}
            </article>
          ))}
        </div>
      </section>
      <section aria-labelledby="ways">
        <h2 id="ways">怎样登录</h2>
        <ol className="guide-ways">
          {ways.map(([name, text]) => (
            <li key={name}>
              <strong>{name}</strong>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className="sub">
          登录页只显示您所在单位已经开通的方式。管理员账号登录时可能还需要身份验证器里的动态验证码。
        </p>
      </section>
      <section aria-labelledby="questions">
        <h2 id="questions">常见问题</h2>
        <dl className="guide-questions">
          {questions.map(([question, answer]) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
        <p className="guide-links">
          <a href="/findPhone/index">找回手机号</a>
          <a href="/bus/enterprise/apply">企业入驻与进度查询</a>
        </p>
      </section>
    </Sheet>
  );
}
