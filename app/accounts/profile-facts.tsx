/** What a customer can't change. */
export interface ReadOnlyFacts {
  dateOfBirth: string;
  email: string;
  emailVerified: boolean;
  memberSince: string;
}

export function ProfileFacts({ facts }: { facts: ReadOnlyFacts }) {
  return (
    <section aria-label="Account">
      <dl className="grid gap-x-8 gap-y-5 border-b border-line py-6 sm:grid-cols-2">
        <Fact name="Date of birth" value={facts.dateOfBirth} />
        <Fact name="Email" value={facts.email} />
        <Fact name="Email verified" value={facts.emailVerified ? "Yes" : "Not yet"} />
        <Fact name="Customer since" value={facts.memberSince} />
      </dl>
    </section>
  );
}

export function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-sm text-soft">{name}</dt>
      <dd className="font-medium wrap-anywhere">{value}</dd>
    </div>
  );
}
