/**
 * Writes apps/server/data/weak-passwords.txt (`node tools/make-weak-passwords.ts`): about ten thousand common passwords
 * in lower case. Passwords under eight characters are omitted, because they are refused by length.
 */
import { writeFileSync } from 'node:fs';

const split = (words: string): string[] => words.trim().split(/\s+/);

const wellKnown = split(`
  password passw0rd p@ssw0rd p@ssword p@55w0rd pa55word passwort password! mypassword newpassword changeme changeit
  changeme123 letmein! trustno1 iloveyou iloveyou1 iloveu520 sunshine princess football baseball basketball superman
  batman01 starwars whatever computer internet welcome1 welcome! michelle jennifer jonathan victoria samantha danielle
  liverpool chelsea1 arsenal1 barcelona realmadrid manchester corvette mercedes maverick mustang1 steelers redskins
  yankees1 cowboys1 champion blink182 metallica nirvana1 slipknot greenday eminem50 hannah123 charlie1 jessica1
  ashley123 nicole123 abcd1234 abc12345 abc123456 abc123abc abcabc123 a1234567 a12345678 a123456789 aa123456 aa12345678
  aaa123456 aaaa1111 aabbccdd abcdefgh abcdefghi abcdefg1 abcdefg123 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234
  qwerty12345 qwer1234 qwe12345 qweasdzxc qweasd123 qwe123456 qweqweqwe qazwsxedc qazwsx123 qaz12345 qazxsw21 zaq12wsx
  zaq1xsw2 zaq1zaq1 1qaz2wsx 1qaz2wsx3edc 1qaz@wsx !qaz2wsx !qaz@wsx 1qazxsw2 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4
  q1w2e3r4t5 1a2b3c4d a1b2c3d4 asdfghjk asdfghjkl asdf1234 asd12345 asd123456 asdasdasd asdfasdf zxcvbnm1 zxcvbnm123
  zxcvbnm, zxcv1234 zxc12345 zxc123456 zxczxczxc 123qweasd 123qweasdzxc 123qwe123 123qwe!@# 123abc123 123456abc 123456qwe
  123456aa 12345678a 123456789a 12345qwert 1234qwer 123456ab 11111111a 123123aa 123123qq 112233aa 147258369 159357456
  741852963 789456123 987654321a 963852741 147852369 159753456 159753123 789789789 456456456 321321321 741741741
  woaini520 woaini1314 woaini521 woaini123 woaiwojia woaizhongguo woaibaba woaimama woaiziji woshishui woshiwo123
  woshinidie nishizhu nicaicai nihao123 nihaoma123 wodemima wodeshijie wodemima123 mima123456 mimamima 5201314a
  5201314aa 5201314520 13145200 1314520a 520520520 521521521 aini1314 aini5201314 zhongguo123 woaibeijing tiananmen
  tianxiawudi caonima123 qq123456 qq12345678 qq5201314 wang1234 wang123456 zhang123 zhang123456 liu123456 chen123456
  yang123456 huang123 zhao123456 admin123 admin1234 admin12345 admin123456 admin888 admin666 admin@123 admin@1234
  admin@123456 admin!@# admin!@#123 admin#123 adminadmin admin@admin administrator administrator1 root1234 root12345
  root123456 root@123 rootroot toor1234 test1234 test12345 test123456 test@123 testtest guest123 guest1234 user1234
  user12345 user@123 demo1234 demo@123 system123 system@123 manager1 manager123 master123 super123 superadmin
  superuser sysadmin webadmin oracle123 mysql123 postgres postgres1 postgres123 redis123 tomcat123 tomcat@123 nacos123
  jenkins1 jenkins123 huawei123 huawei@123 huawei12#$ hikvision hik12345 dahua123 cisco123 h3c@1234 zte12345 default1
  default123 secret123 secret12 private1 public123 server123 windows1 windows123 linux123 ubuntu123 raspberry
  china123 china2008 beijing2008 welcome123 welcome@123 hello123 hello1234 helloworld hello@123 monkey123 dragon123
  dragon12 shadow12 shadow123 killer123 hunter123 ranger12 buster12 soccer12 hockey12 george12 thomas12 robert12 daniel12
  andrew12 joshua12 tigger12 ginger12 summer12 summer123 winter123 spring123 autumn123 january1 february september
  october1 november december monday123 friday13 !@#$%^&* !@#$%^&*( !@#123456 !@#qweasd ~!@#$%^& 1!2@3#4$ !1@2#3$4
  p@ssw0rd1 p@ssw0rd123 p@ssw0rd! pass1234 pass12345 pass@123 pass@word1 pwd12345 pwd123456 mima1234 mima12345
`);

const stems = split(`
  password passwd pass pwd admin administrator root test guest user demo system manager master super oracle welcome
  hello love iloveyou qwerty qwert qwe asdfgh asdf asd zxcvbn zxcv zxc qazwsx qaz abc abcd abcdef aaa aaaaaa
  dragon monkey shadow superman football computer internet sunshine princess freedom secret letmein china happy lucky
  angel baby tiger summer winter apple google samsung huawei xiaomi tencent alibaba baidu weixin wechat taobao
  woaini woaiwo wodemima mima zhongguo beijing shanghai guangzhou shenzhen hangzhou chengdu wuhan nanjing chongqing
  tianjin xian suzhou changsha zhengzhou kunming qingdao dalian xiamen nihao nihaoma aini wojiushiwo qinaide baobei
  baobao laopo laogong laoda mama baba gege jiejie meimei didi pengyou tongxue laoshi haohao kaixin xingfu kuaile
  jiayou facai gongxi fuguiji pingan jiankang meili shuaige meinv tianshi mogui xiaoxiao xiaobai xiaohei xiaozhu
  xiaomao xiaogou xiaoming xiaohong xiaoli xiaowang laowang laoli zhangwei zhangmin zhangli zhangjing zhangyong
  zhangjie zhangtao zhangqiang zhanglei wangwei wangfang wangjing wangli wanglei wangyan wangyong wangjun wangtao
  wangqiang liwei lina liming lijing lijun liyan liqiang lili liuwei liuyang liufang liujie liuyan chenwei chenjing
  chenyan chenjie chenlong yangyang yanglei yangfan yangjie huangwei huangjie zhaowei zhaolei zhouwei zhoujie wujing
  wuwei xuwei sunwei sunli majun mali zhuwei hujun guowei linlin gaofeng luojun zheng liang xietao songjie tangwei
  gongsi qiye anquan yingji jianguan guanli guanliyuan xitong denglu yonghu kehu caiwu renshi bangong zhengfu
  jiaotong xiaofang gongan weisheng jiaoyu keji dianzi
`);

const tails = split(`
  1 12 123 1234 12345 123456 1234567 12345678 123456789 0 00 000 01 11 111 1111 111111 66 666 6666 666666 88 888 8888
  888888 99 999 168 518 520 521 1314 5201314 2020 2021 2022 2023 2024 2025 2026 @123 @1234 @12345 @123456 #123 !123
  _123 .123 !@# @2024 @2025 @2026 abc qwe a1
`);

function* digitRuns(): Iterable<string> {
  const up = '0123456789'.repeat(3);
  const down = '9876543210'.repeat(3);
  for (let length = 8; length <= 12; length += 1) {
    for (let from = 0; from < 10; from += 1) {
      yield up.slice(from, from + length);
      yield down.slice(from, from + length);
      yield String(from).repeat(length);
    }
  }
  for (let n = 0; n < 100; n += 1) {
    const pair = String(n).padStart(2, '0');
    yield pair.repeat(4);
    yield pair.repeat(5);
    yield [...pair].map((digit) => digit.repeat(4)).join('');
  }
  for (let n = 0; n < 1000; n += 1) yield String(n).padStart(3, '0').repeat(3);
  for (const half of ['1234', '4321', '2580', '1314', '5201', '1688', '8888', '1357', '2468', '1010', '1111']) {
    yield half.repeat(2);
    yield half.repeat(3);
  }
}

const passwords = new Set<string>([...wellKnown, ...digitRuns()]);
for (const stem of stems) {
  passwords.add(stem).add(stem + stem);
  for (const tail of tails) passwords.add(stem + tail);
}
for (const stem of stems.slice(0, 60)) for (const head of ['123', '1234', '123456', '520']) passwords.add(head + stem);

const listed = [...passwords].filter((password) => password.length >= 8 && password.length <= 20).toSorted();
writeFileSync(new URL('../apps/server/data/weak-passwords.txt', import.meta.url), `${listed.join('\n')}\n`);
