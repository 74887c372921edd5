import { LegalLink } from "../forms/legal-link.tsx";

interface ContractNoteProps {
  id: string;
  /** Name and address. */
  seller: string[];
}

/** What a customer must know when they press the button, besides the sums and the day above it. See docs/decisions/0333. */
export function ContractNote({ id, seller }: ContractNoteProps) {
  return (
    <div className="text-center text-sm text-soft wrap-anywhere">
      <p id={id}>
        Your order obliges you to pay. You buy from <bdi>{seller.join(", ")}</bdi>.
      </p>
      <LegalLink slug="terms" before="Your right of withdrawal is described in our" />
    </div>
  );
}
