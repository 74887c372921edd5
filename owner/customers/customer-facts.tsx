import type { ReactNode } from "react";
import { mailtoLink } from "#shop/values/email-address.ts";
import { withQuery } from "../addresses.ts";
import { Part } from "../screen/screen.tsx";

interface CustomerFactsProps {
  customer: {
    email: string;
    emailVerified: boolean;
    isImported: boolean;
    address: string;
    born: string;
    since: string;
    deletedSince: string | undefined;
    disabledSince: string | undefined;
  };
  imported: ImportedProps | undefined;
  isStaff: boolean;
}

/** What the shop knows about a customer, or someone with a role. */
export function CustomerFacts({ customer, imported, isStaff }: CustomerFactsProps) {
  const { email } = customer;
  return (
    <Part title="Details">
      <dl className="grid gap-3 text-sm">
        <Fact name="Email">
          <a href={mailtoLink(email)} className="text-link">
            {email}
          </a>
          {!customer.emailVerified && !customer.isImported && <span className="block text-soft">Not verified yet</span>}
        </Fact>
        {customer.address && (
          <Fact name="Address">
            <span dir="auto" className="block whitespace-pre-line text-start">
              {customer.address}
            </span>
          </Fact>
        )}
        {customer.born && <Fact name="Date of birth">{customer.born}</Fact>}
        <Fact name={isStaff ? "Account since" : "Customer since"}>{customer.since}</Fact>
        {imported && <ImportedFactList {...imported} />}
        {customer.deletedSince && <Fact name="Deleted their account">{customer.deletedSince}</Fact>}
        {customer.disabledSince && <Fact name="Disabled since">{customer.disabledSince}</Fact>}
      </dl>
      <p className="mt-4">
        <a href={withQuery("/owner/messages", { q: email, state: "all" })} className="text-link">
          {isStaff ? "Messages from this address" : "Messages from this customer"}
        </a>
      </p>
    </Part>
  );
}

interface ImportedProps {
  phone: string;
  acceptsMarketing: 0 | 1 | null;
  marketingSince: string | undefined;
  invitedAt: string | undefined;
}

/** What came from the earlier shop. */
function ImportedFactList({ phone, acceptsMarketing, marketingSince, invitedAt }: ImportedProps) {
  const answer = acceptsMarketing === null ? "Not asked" : acceptsMarketing ? "Agreed" : "Declined";
  return (
    <>
      {phone && <Fact name="Phone number">{phone}</Fact>}
      <Fact name="Marketing, in the earlier shop">{marketingSince ? `${answer}, ${marketingSince}` : answer}</Fact>
      {invitedAt && <Fact name="Emailed a link to choose a password">{invitedAt}</Fact>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
