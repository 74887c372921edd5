import * as v from "valibot";
import { email } from "../forms/account-fields.ts";
import { roles } from "../values/staff-roles.ts";

/** Whom to invite to the back office. */
export const staffForm = v.object({
  email: email("Email is invalid"),
  role: v.picklist(
    roles.map(({ role }) => role),
    "Choose a role",
  ),
});

export type StaffForm = v.InferOutput<typeof staffForm>;
