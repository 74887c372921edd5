import { href } from "react-router";
import { returnCostSentence } from "#shop/delivery/return-costs.ts";
import { guaranteeTitle } from "#shop/values/legal-guarantee.ts";
import { LegalLink } from "../forms/legal-link.tsx";
import { GuaranteeNotice } from "../page/guarantee-notice.tsx";
import { useShop } from "../page/use-shop.ts";

interface ContractNoteProps {
  id: string;
  /** Name and address. */
  seller: string[];
}

/** What a customer must know when they press the button, besides the sums and the day above it. See docs/decisions/0333. */
export function ContractNote({ id, seller }: ContractNoteProps) {
  const { returnsPaidBy } = useShop();
  return (
    <div className="text-center text-sm text-soft wrap-anywhere">
      <p id={id}>
        Your order obliges you to pay. You buy from <bdi>{seller.join(", ")}</bdi>.
      </p>
      <WithdrawalLink />
      {returnsPaidBy && <p>{returnCostSentence(returnsPaidBy, "withdrawal")}</p>}
    </div>
  );
}

/** Where the right of withdrawal is described: the owner's terms, or until there are any the page to withdraw on. */
function WithdrawalLink() {
  const { pages = [] } = useShop();
  if (pages.some(({ slug }) => slug === "terms"))
    return <LegalLink slug="terms" before="Your right of withdrawal is described in our" />;
  return (
    <p>
      Your right of withdrawal is described under{" "}
      <a href={href("/withdraw")} target="_blank" className="text-link" rel="noopener">
        Withdraw from contract
        <span className="sr-only"> (opens a new tab)</span>
      </a>
      .
    </p>
  );
}

/** The reminder of the legal guarantee, which the law requires before the order. See docs/decisions/0350. */
export function GuaranteeNote() {
  const { guarantee } = useShop();
  if (!guarantee) return null;
  return (
    <section aria-labelledby="guarantee" className="rounded-xl border border-line p-4 text-sm">
      <h2 id="guarantee" className="font-sans text-base font-semibold">
        {guaranteeTitle}
      </h2>
      <div className="text-soft">
        <GuaranteeNotice guarantee={guarantee} />
      </div>
    </section>
  );
}
