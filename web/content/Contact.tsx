// Contact details, and the number to report suspicious calls.
import { Clock, Mail, MessageCircle, Phone } from 'lucide-react';
import { brand } from '../site/kit/brand.ts';
import { Card } from '../ui/display/Card.tsx';
import { Lantern } from '../ui/drawings/Lantern.tsx';

const ways = [
  { Icon: Clock, name: '服務時間', text: brand.hours, href: null },
  { Icon: Phone, name: '電話', text: brand.phone, href: `tel:${brand.phone.replaceAll('-', '')}` },
  { Icon: Mail, name: '電子郵件', text: brand.email, href: `mailto:${brand.email}` },
  {
    Icon: MessageCircle,
    name: brand.social.messenger.name,
    text: '傳訊息給客服',
    href: brand.social.messenger.href,
  },
];

export function Contact({ level = 2 }: { level?: 2 | 3 }) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <Card as="section" aria-labelledby="contact-title">
      <Title id="contact-title" className="text-h3">
        聯絡我們
      </Title>
      <dl className="contact">
        {ways.map(({ Icon, name, text, href }) => (
          <div key={name}>
            <dt>
              <Icon size={18} aria-hidden="true" />
              {name}
            </dt>
            <dd>
              {href ? (
                <a className="link" href={href}>
                  {text}
                </a>
              ) : (
                text
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

export function AntiFraud() {
  return (
    <Card as="section" className="anti-fraud" aria-labelledby="fraud-title">
      <Lantern />
      <div>
        <h2 id="fraud-title" className="text-h3">
          防詐提醒
        </h2>
        <p>{brand.name}不會要求您先匯保證金、提供提款卡或操作 ATM。收到可疑訊息請撥 165。</p>
        <a className="link" href="tel:165">
          撥打 165 反詐騙專線
        </a>
      </div>
    </Card>
  );
}
