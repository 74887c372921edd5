import { useCallback, useEffect, useRef, useState } from "react";
import { data, href, useSearchParams } from "react-router";
import { profileForm } from "#shop/accounts/account-forms.ts";
import { type PictureChange, readCustomer, updateCustomer } from "#shop/accounts/customer-account.ts";
import { readLastPurchase } from "#shop/orders/views/read-order.ts";
import { formatDay, localDay } from "#shop/values/days.ts";
import { readFields } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import styles from "../accounts/file-fields.css?url";
import { ProfileEdit } from "../accounts/profile-edit.tsx";
import { ProfileView } from "../accounts/profile-view.tsx";
import { requireUser } from "../accounts/session.server.ts";
import { FailedPage } from "../errors/failed-page.tsx";
import { answerForm } from "../forms/answer-form.ts";
import { pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/profile";

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: "Profile",
    description: "View your profile, address and last purchase.",
    unlisted: true,
  });
}

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

export { revalidateUnlessFailed as shouldRevalidate } from "../forms/revalidation.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { uid, emailVerified } = requireUser(context, "profile");
  const { db, settings } = context.get(shopContext);
  const { createdAt, dateOfBirth, ...customer } = await readCustomer(db, uid);
  const purchase = await readLastPurchase(db, uid);
  return {
    customer,
    account: {
      // Customers of an earlier shop came without one.
      dateOfBirth: dateOfBirth && formatDay(dateOfBirth, settings.locale),
      email: customer.email,
      emailVerified,
      memberSince: localDay(createdAt, settings),
    },
    lastPurchase: purchase && {
      orderNumber: purchase.orderNumber,
      state: purchase.state,
      lines: purchase.lines,
      totalCents: purchase.totalCents,
      date: localDay(purchase.createdAt, settings),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { uid } = requireUser(context, "profile");
  const { settings } = context.get(shopContext);
  const { form, typed, values, errors } = await readFields(request, profileForm(settings.countries));
  if (errors) return data({ errors, typed }, 400);
  await updateCustomer(context.get(shopContext).db, uid, values, pictureChange(form));
  return { saved: true };
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerForm("Update failed", serverAction);
}

export default function Profile({ loaderData: { customer, account, lastPurchase }, actionData }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  // Without JavaScript, `?edit` opens the form, and errors keep it open.
  const refused = actionData && "errors" in actionData ? actionData : undefined;
  const [editing, setEditing] = useState(refused !== undefined || searchParams.has("edit"));
  const stopEditing = useCallback(() => setEditing(false), []);
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(editing);

  // The button that had the focus is gone.
  useEffect(() => {
    if (shown.current === editing) return;
    shown.current = editing;
    if (document.activeElement !== document.body) return;
    content.current?.querySelector<HTMLElement>(editing ? "[name=firstname]" : "[name=edit]")?.focus();
  }, [editing]);

  return (
    <div ref={content} className="mx-auto max-w-4xl px-4 pt-8 sm:px-6 sm:pt-12">
      <h1 className="mb-8 text-4xl sm:text-5xl">Profile</h1>
      {actionData && "saved" in actionData && (
        <p role="status" className="mb-6">
          Profile updated
        </p>
      )}
      {editing ? (
        <>
          <ProfileEdit customer={customer} account={account} refused={refused} onDone={stopEditing} />
          {/* Without JavaScript, Cancel submits this form to reload the view. */}
          <form id="profile-view" action={href("/profile")} />
        </>
      ) : (
        <ProfileView
          customer={customer}
          account={account}
          lastPurchase={lastPurchase}
          onEdit={() => setEditing(true)}
        />
      )}
    </div>
  );
}

export function ErrorBoundary() {
  return <FailedPage title="Error" text="We couldn't load your profile. Please try again." />;
}

function pictureChange({ newPictureId, removePicture }: Record<string, string>): PictureChange {
  if (newPictureId) return { newPictureId };
  return removePicture ? "remove" : "keep";
}
