import { useEffect } from "react";
import { data, redirect, redirectDocument, useRevalidator, useSearchParams } from "react-router";
import type { ComparedLine, DescribedRestore } from "#shop/backups/describe-restore.ts";
import { confirmRestore, declineRestore } from "#shop/backups/restores.ts";
import { textFields } from "#shop/forms/validate.ts";
import { isSetupKey } from "#shop/owners/first-owner.ts";
import { Button } from "#ui/button.tsx";
import { ComparedData } from "#ui/compared-data.tsx";
import { isMultipart } from "#web/is-multipart.ts";
import { readForm } from "#web/posted-form.server.ts";
import { longUploadContext, shopContext } from "#web/request-context.ts";
import { readShownRestore, takeRestore } from "#web/restore-form.server.ts";
import styles from "../accounts/file-fields.css?url";
import { userContext } from "../accounts/session.server.ts";
import { NotFound } from "../errors/page-not-found.tsx";
import { FormPage } from "../forms/form-page.tsx";
import { notFoundMeta, pageMeta } from "../meta/page-meta.ts";
import type { Route } from "./+types/setup-restore";

/** Milliseconds between two looks at a restore. */
const followMs = 3000;

export function meta(args: Route.MetaArgs) {
  const { isOpen, restore } = args.loaderData ?? { isOpen: false, restore: undefined };
  if (!isOpen && !restore) return notFoundMeta(args);
  const more = restore?.state === "running" ? [{ httpEquiv: "refresh", content: String(followMs / 1000) }] : [];
  return pageMeta(args, {
    title: restore?.title ?? "Restore a backup",
    description: "Bring a shop back from a backup.",
    unlisted: true,
    more,
  });
}

export function links(): Route.LinkDescriptors {
  return [{ rel: "stylesheet", href: styles }];
}

/**
 * For people with a key for the first owner, and for those who began a restore, signed in or not. Owners read in the back office how it ended. For anyone else this page
 * doesn't exist.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const restore = await readShownRestore(shop, url.searchParams.get("restore"));
  if (restore && restore.state !== "running" && context.get(userContext)?.isOwner)
    throw redirectDocument(`/owner/restore?${new URLSearchParams({ restore: restore.id })}`);
  const isOpen = await isSetupKey(shop, url.searchParams.get("key") ?? "");
  return data({ isOpen, restore }, { status: isOpen || restore ? 200 : 404 });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const key = url.searchParams.get("key") ?? "";
  if (!(await isSetupKey(shop, key))) return data(null, { status: 404 });
  const follow = (id: string) => redirect(`/owner/setup/restore?${new URLSearchParams({ key, restore: id })}`, 303);
  if (!isMultipart(request)) {
    const { step, restore: id = "" } = textFields(await readForm(request));
    if (step === "replace") await confirmRestore(shop, id);
    if (step === "cancel") await declineRestore(shop, id);
    return step === "replace" ? follow(id) : redirect(`/owner/setup/restore?${new URLSearchParams({ key })}`, 303);
  }
  const taken = await takeRestore(shop, { request, actor: "setup", takeTime: context.get(longUploadContext) });
  if (taken.error !== undefined) return data({ error: taken.error }, taken.status);
  return follow(taken.id);
}

export default function SetupRestore({ loaderData: { isOpen, restore }, actionData }: Route.ComponentProps) {
  const [searchParams] = useSearchParams();
  if (restore && !actionData) return <Progress {...restore} isOpen={isOpen} query={searchParams} />;
  if (!isOpen) return <NotFound />;
  return (
    <FormPage title="Restore a backup">
      <p className="mb-6 text-soft">
        The shop gets everything that the backup has: products, orders, customers, settings and owners. Sign in with the
        account that you had there.
      </p>
      {actionData && (
        <p role="alert" className="mb-6 text-berry">
          Nothing was changed. {actionData.error}
        </p>
      )}
      <form method="post" action={`?${searchParams}`} encType="multipart/form-data" className="grid gap-6">
        <label className="block font-medium">
          Backup file
          <input
            type="file"
            name="file"
            accept=".db,.backup"
            required
            className="file-field mt-2 w-full rounded-lg border border-field bg-raised p-2"
          />
        </label>
        <Button className="justify-self-start">Check the file</Button>
      </form>
    </FormPage>
  );
}

interface ProgressProps {
  id: string;
  title: string;
  lines: string[];
  state: DescribedRestore["state"];
  compared: ComparedLine[] | undefined;
  /** Whether the key for the first owner still works. */
  isOpen: boolean;
  query: URLSearchParams;
}

function Progress({ id, title, lines, state, compared, isOpen, query }: ProgressProps) {
  const key = query.get("key") ?? "";
  useFollowing(state === "running");
  return (
    <FormPage title={title}>
      {lines.map((line) => (
        <p key={line} className="mb-4 wrap-anywhere">
          {line}
        </p>
      ))}
      {state === "running" && (
        <Button href={`/owner/setup/restore?${query}`} look="quiet">
          Refresh
        </Button>
      )}
      {compared && <ComparedData lines={compared} />}
      {compared && isOpen && (
        <form method="post" action={`?${query}`} className="mt-6 flex flex-wrap gap-3">
          <input type="hidden" name="restore" value={id} />
          <Button name="step" value="replace">
            Replace everything
          </Button>
          <Button name="step" value="cancel" look="quiet">
            Cancel
          </Button>
        </form>
      )}
      {state === "failed" && isOpen && (
        <Button href={`/owner/setup/restore?${new URLSearchParams({ key })}`}>Choose another file</Button>
      )}
      {state === "done" && (
        <Button href={isOpen ? `/owner/setup?${new URLSearchParams({ key })}` : "/sign-in"}>
          {isOpen ? "Become the owner" : "Sign in"}
        </Button>
      )}
    </FormPage>
  );
}

/** Reads the page's data again and again. Without scripts, the browser reloads it. */
function useFollowing(isRunning: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(revalidate, followMs);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
}
