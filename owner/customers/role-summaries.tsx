import { roles } from "#shop/values/staff-roles.ts";

/** What each role may do, folded until someone asks. */
export function RoleSummaries() {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-soft">What each role may do</summary>
      <dl className="mt-2 grid gap-2">
        {roles.map(({ role, name, summary }) => (
          <div key={role}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-soft">{summary}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
