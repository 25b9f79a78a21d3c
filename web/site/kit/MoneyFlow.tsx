// Diagram of the money flow: investors, the bank's trust account, the borrower, and back.
import { Confluence } from '../../ui/drawings/Confluence.tsx';

const shares = [9, 4, 14, 6, 11, 5, 8, 16, 7, 12];

const places = [
  { title: '出資人帳戶', text: '從本人銀行帳戶轉入專屬的虛擬帳號' },
  { title: '銀行信託專戶', text: '出資款與平台自有資金分開保管，每日對帳' },
  { title: '借款人帳戶', text: '募滿並簽約後，一次撥入借款人本人帳戶' },
] as const;

export function MoneyFlow() {
  return (
    <figure className="money-flow">
      <ol className="money-places">
        {places.map((place, i) => (
          <li key={place.title}>
            <span className="money-stone" data-middle={i === 1 ? '' : undefined}>
              {place.title}
            </span>
            <p>{place.text}</p>
          </li>
        ))}
      </ol>
      <div className="money-rivers">
        <Confluence amounts={shares} ratio={1} width={900} height={110} />
        <p className="money-caption">
          <span>出資：多位出資人匯成一筆借款</span>
        </p>
        <Confluence amounts={shares} ratio={1} width={900} height={110} mirror />
        <p className="money-caption">
          <span>還款：每期依出資比例，分回每一位出資人的本人帳戶</span>
        </p>
      </div>
      <figcaption className="visually-hidden">
        出資人的款項經銀行信託專戶撥給借款人，還款再依出資比例分回每一位出資人。
      </figcaption>
    </figure>
  );
}
