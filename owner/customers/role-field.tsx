import { roles } from "#shop/values/staff-roles.ts";
import { SelectField } from "../forms/form-fields.tsx";

interface RoleFieldProps {
  defaultValue: string;
  /** Offers `none` under this name. */
  none?: string;
}

/** Chooses a role, with what each may do. */
export function RoleField({ defaultValue, none }: RoleFieldProps) {
  return (
    <>
      <SelectField label="Role" name="role" defaultValue={defaultValue}>
        {none && <option value="none">{none}</option>}
        {roles.map(({ role, name }) => (
          <option key={role} value={role}>
            {name}
          </option>
        ))}
      </SelectField>
      <RoleSummaries />
    </>
  );
}

/** What each role may do, folded until someone asks. */
function RoleSummaries() {
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
