// A drawing and three promises beside the forms of login and registration.
import { FileCheck2, Landmark, ShieldCheck } from 'lucide-react';
import { brand } from '../../site/kit/brand.ts';
import { Bridge } from '../../ui/drawings/Bridge.tsx';

const promises = [
  [Landmark, '款項專戶專用', '每一筆出資與還款都走銀行信託專戶，不經過平台自有帳戶'],
  [FileCheck2, '條件先看清楚', '利率、費用與總費用年百分率，送出前就完整列出'],
  [ShieldCheck, '資料只為審核', '證件與個人資料加密保存，只有承辦人員能在案件中查看'],
] as const;

export default function Promises() {
  return (
    <>
      <Bridge />
      <p className="text-h2 font-bold text-ink">{brand.tagline}</p>
      <ul className="grid gap-5">
        {promises.map(([Icon, name, about]) => (
          <li key={name} className="flex gap-4">
            <Icon size={24} aria-hidden="true" className="mt-1 text-primary" />
            <div>
              <p className="font-bold text-ink">{name}</p>
              <p className="text-sm text-ink-3">{about}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
