/** Fields that customers can't edit. */
export interface ReadOnlyDetails {
  /** "" if it isn't known. */
  dateOfBirth: string;
  email: string;
  emailVerified: boolean;
  memberSince: string;
}

export function AccountDetails({ account }: { account: ReadOnlyDetails }) {
  return (
    <section aria-label="Account">
      <dl className="grid gap-x-8 gap-y-5 border-b border-line py-6 sm:grid-cols-2">
        {account.dateOfBirth && <Detail name="Date of birth" value={account.dateOfBirth} />}
        <Detail name="Email" value={account.email} />
        <Detail name="Email verified" value={account.emailVerified ? "Yes" : "Not yet"} />
        <Detail name="Customer since" value={account.memberSince} />
      </dl>
    </section>
  );
}

/** @param props.value "" for a detail that the customer hasn't added */
export function Detail({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      {value ? <dd className="font-medium wrap-anywhere">{value}</dd> : <dd className="text-soft">Not added yet</dd>}
    </div>
  );
}
