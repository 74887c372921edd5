import type { Owner } from "#shop/owners/owners.ts";
import { roleName } from "#shop/values/staff-roles.ts";

interface Account {
  role: Owner["role"] | null;
  isDisabled: boolean;
  emailVerified: boolean;
  /** Whether it is a customer of the earlier shop, without an account. */
  isImported?: boolean;
}

/** An account's role and restrictions. */
export function CustomerBadges({ role, isDisabled, emailVerified, isImported = false }: Account) {
  if (!role && !isDisabled && emailVerified) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {role && <Badge look="border-spruce text-spruce">{roleName(role)}</Badge>}
      {isDisabled && <Badge look="border-berry text-berry">Disabled</Badge>}
      {!emailVerified && (
        <Badge look="border-line text-soft">{isImported ? "Imported, no account" : "Not verified"}</Badge>
      )}
    </span>
  );
}

function Badge({ look, children }: { look: string; children: string }) {
  return (
    <span className={`rounded-full border px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${look}`}>
      {children}
    </span>
  );
}
