import { useCallback, useState } from "react";
import { data } from "react-router";
import { shopContext } from "#server/request-context.ts";
import { profileForm } from "#shop/accounts/account-forms.ts";
import { type PictureChange, readCustomer, updateCustomer } from "#shop/accounts/customer.ts";
import { formatDay } from "#shop/format-day.ts";
import { readLastPurchase } from "#shop/orders/read-order.ts";
import { textFields, validate } from "#shop/validate.ts";
import { FailedPage } from "../components/failed-page.tsx";
import { answerOrFailure } from "../forms/answer-or-failure.ts";
import { pageMeta } from "../meta/page-meta.ts";
import { readForm } from "../posted-form.server.ts";
import { ProfileEdit } from "../profile/profile-edit.tsx";
import { ProfileView } from "../profile/profile-view.tsx";
import { requireViewer } from "../session.server.ts";
import type { Route } from "./+types/profile";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Profile",
    description: "Your profile, your address and your last purchase.",
    unlisted: true,
  });
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { uid, emailVerified } = requireViewer(context, "profile");
  const { db } = context.get(shopContext);
  const { createdAt, dateOfBirth, ...customer } = await readCustomer(db, uid);
  const purchase = await readLastPurchase(db, uid);
  return {
    customer,
    facts: {
      dateOfBirth: formatDay(Date.parse(dateOfBirth), "UTC"),
      email: customer.email,
      emailVerified,
      memberSince: formatDay(createdAt),
    },
    lastPurchase: purchase && { ...purchase, date: formatDay(purchase.createdAt) },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { uid } = requireViewer(context, "profile");
  const form = textFields(await readForm(request));
  const { values, errors } = validate(profileForm, form);
  if (errors) return data({ errors }, 400);
  await updateCustomer(context.get(shopContext).db, uid, values, pictureChange(form));
  return { saved: true };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction);
}

export default function Profile({ loaderData: { customer, facts, lastPurchase } }: Route.ComponentProps) {
  const [editing, setEditing] = useState(false);
  const stopEditing = useCallback(() => setEditing(false), []);
  return (
    <div className="mx-auto max-w-4xl px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="mb-8 text-4xl sm:text-5xl">Profile</h1>
      {editing ? (
        <ProfileEdit customer={customer} facts={facts} onDone={stopEditing} />
      ) : (
        <ProfileView customer={customer} facts={facts} lastPurchase={lastPurchase} onEdit={() => setEditing(true)} />
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Error" text="Your profile could not be loaded. Please try again." />;
}

function pictureChange({ newPictureId, removePicture }: Record<string, string>): PictureChange {
  if (newPictureId) return { newPictureId };
  return removePicture ? "remove" : "keep";
}
