import { data, href } from "react-router";
import { isRecentSignIn } from "#shop/accounts/prove-identity.ts";
import { readStaffSecondFactors } from "#shop/accounts/second-factor.ts";
import { readOwnSession } from "#shop/accounts/session-user.ts";
import { readStaffSessions } from "#shop/accounts/sessions.ts";
import { createInvitation } from "#shop/accounts/staff-invitations.ts";
import { staffInvitationHours, textLimit } from "#shop/forms/account-fields.ts";
import { textFields } from "#shop/forms/validate.ts";
import { keepsMails } from "#shop/mail/mail-server/keeps-mails.ts";
import { inviteStaff, readInvitations, revokeInvitation } from "#shop/owners/invite-staff.ts";
import { AccountRefusedError, signOutFor } from "#shop/owners/manage-account.ts";
import { readOwners } from "#shop/owners/owners.ts";
import { staffForm } from "#shop/owners/staff-form.ts";
import { formatMoment, localDay } from "#shop/values/days.ts";
import { roleName } from "#shop/values/staff-roles.ts";
import { Button } from "#ui/button.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { clientAddressContext, shopContext } from "#web/request-context.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { RoleField } from "../customers/role-field.tsx";
import { TextField } from "../forms/form-fields.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { type RejectedForm, saveForm } from "../forms/save-form.server.ts";
import { KeptMailsNote, useKeepsMails } from "../mails/kept-mails.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import { endedText, StaffSessions } from "../staff/session-table.tsx";
import { shownSession } from "../staff/shown-sessions.server.ts";
import { InvitationTable, StaffTable } from "../staff/staff-tables.tsx";
import type { Route } from "./+types/staff";

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { db, now, settings } = shop;
  const own = await readOwnSession(shop, request.headers);
  const staff = await readOwners(db);
  const secured = await readStaffSecondFactors(db);
  const invitations = await readInvitations(db, now());
  const isKept = keepsMails(settings);
  // A link lets its reader in, so a forgotten session shows none.
  const showsLinks = isKept && isRecentSignIn(context.get(ownerContext).signedInAt, now());
  const links = await Promise.all(
    invitations.map(async ({ id }) => (showsLinks ? (await createInvitation(shop, id))?.link : undefined)),
  );
  return {
    staff: staff.map(({ uid, email, firstname, lastname, role, disabledAt, createdAt }) => ({
      ...{ uid, email, name: `${firstname} ${lastname}`.trim(), role: roleName(role) },
      ...{
        secondStep: secondStepOf(secured, uid),
        isDisabled: disabledAt !== null,
        since: localDay(createdAt, settings),
      },
    })),
    invitations: invitations.map(({ id, email, role, invitedBy, expiresAt }, index) => ({
      ...{ id, email, invitedBy, role: roleName(role), expires: formatMoment(expiresAt, settings) },
      link: links[index],
    })),
    hidesLinks: isKept && !showsLinks && invitations.length > 0,
    sessions: (await readStaffSessions(shop, own?.id)).map(({ uid, firstname, lastname, email, ...session }) => ({
      ...{ uid, email, name: `${firstname} ${lastname}`.trim() },
      ...shownSession(session, settings),
      isOwn: uid === own?.uid,
    })),
    changes: await readShownChanges({ db, settings }, { kind: "role" }),
  };
}

/** An account's second factors in words. */
function secondStepOf(secured: Awaited<ReturnType<typeof readStaffSecondFactors>>, uid: string) {
  const [hasAuthenticator, hasPasskey] = [secured.authenticators.has(uid), secured.passkeys.has(uid)];
  if (hasAuthenticator) return hasPasskey ? "Authenticator app and passkey" : "Authenticator app";
  return hasPasskey ? "Passkey" : "No";
}

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const owner = context.get(ownerContext);
  const { step, id = "", uid = "", session = "", email = "", role = "" } = textFields(await readForm(request));
  try {
    if (step === "revoke") {
      const revoked = await revokeInvitation(shop, id, owner);
      const done =
        revoked === undefined ? "The invitation was already accepted or revoked" : `Invitation of ${revoked} revoked`;
      return redirectWithFlash(context, href("/staff"), done);
    }
    if (step === "endSession") {
      const ended = await signOutFor(shop, uid, session, owner);
      if (ended === undefined) throw data(null, 404);
      return redirectWithFlash(context, href("/staff"), endedText(ended));
    }
    const metadata = { headers: request.headers, address: context.get(clientAddressContext) };
    const { values, rejected } = await saveForm(staffForm, { email, role }, (fields) =>
      inviteStaff(shop, fields, owner, metadata),
    );
    if (rejected) return rejected;
    const done = keepsMails(shop.settings)
      ? `${values.email} is invited. No mail server is set up, so give them the link yourself.`
      : `Invitation sent to ${values.email}`;
    return redirectWithFlash(context, href("/staff"), done);
  } catch (error) {
    throw error instanceof AccountRefusedError ? data(null, 403) : error;
  }
}

export default function Staff({
  loaderData: { staff, invitations, hidesLinks, sessions, changes },
  actionData,
}: Route.ComponentProps) {
  return (
    <Screen title="Staff" summary="Everyone who may open the back office, and what they may do there.">
      {actionData && <NotSaved what="this form" labels={{}} {...actionData} />}
      <StaffTable staff={staff} />
      <InvitationTable invitations={invitations} hidesLinks={hidesLinks} />
      <InvitePart rejected={actionData} />
      <StaffSessions sessions={sessions} />
      <Activity changes={changes} />
    </Screen>
  );
}

function InvitePart({ rejected }: { rejected: RejectedForm<{ email: string; role: string }> | undefined }) {
  const isKept = useKeepsMails();
  const error = rejected?.errors.email;
  return (
    <Part title="Invite someone">
      <KeptMailsNote />
      <PostForm step="invite" unsaved={Boolean(rejected)} className="grid max-w-xl gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          defaultValue={rejected?.typed.email}
          maxLength={textLimit}
          required
          autoComplete="off"
          {...(error && { error })}
          hint={`${isKept ? "You get a link to give them" : "They get a link"} that works for ${staffInvitationHours} hours, and choose a password of their own.`}
        />
        <RoleField defaultValue={rejected?.typed.role ?? "manager"} />
        <Button className="justify-self-start">Send invitation</Button>
      </PostForm>
    </Part>
  );
}
