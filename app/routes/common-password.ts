import { isCommonPassword } from "#shop/accounts/passwords.ts";
import { textFields } from "#shop/forms/validate.ts";
import { readForm } from "#web/posted-form.server.ts";
import type { Route } from "./+types/common-password";

/** Whether a password that someone types is a common one, for a note below the field. The list is too long for browsers. */
export async function action({ request }: Route.ActionArgs) {
  const { password = "" } = textFields(await readForm(request));
  return Response.json({ isCommon: await isCommonPassword(password) });
}
