import { data, redirect } from "react-router";
import { isRecentSignIn } from "#shop/accounts/prove-identity.ts";
import { describeRestore, describeUndo } from "#shop/backups/describe-restore.ts";
import { busyProblem, claimRestore, readRestore } from "#shop/backups/restores.ts";
import { hasBefore, readUndoableRestores, startRestore } from "#shop/backups/start-restore.ts";
import { textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { longUploadContext, shopContext } from "#web/request-context.ts";
import { takeRestore } from "#web/restore-form.server.ts";
import { signInAgainAddress, withQuery } from "../addresses.ts";
import { FileField } from "../forms/file-field.tsx";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Alert, formMessageId } from "../screen/alert.tsx";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/restore-backup";

type Context = Route.ActionArgs["context"];

/** A file of gigabytes can't wait on the screen that asks for the password, so the password comes first. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { shopName } = shop.settings;
  const id = url.searchParams.get("restore");
  const restore = id ? await readRestore(shop, id) : undefined;
  if (restore) {
    const canUndo = restore.state === "done" && hasBefore(restore.result.before);
    return { shopName, restore: { canUndo, ...describeRestore(restore, shop.settings) } };
  }
  if (!isRecentSignIn(context.get(ownerContext).signedInAt, shop.now())) throw redirect(signInAgainAddress("/restore"));
  const savesBefore = shop.connection.engine === "sqlite";
  const undoable = (await readUndoableRestores(shop)).map((done) => describeUndo(done, shop.settings));
  return { shopName, savesBefore, undoable, restore: undefined };
}

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { email: actor } = context.get(ownerContext);
  if (!/^multipart\//i.test(request.headers.get("content-type") ?? "")) return undo(request, context);
  const { shopName } = shop.settings;
  const taken = await takeRestore(shop, {
    request,
    actor,
    takeTime: context.get(longUploadContext),
    check: (fields) => (sameName(fields.get("name"), shopName) ? undefined : `Type the shop's name, ${shopName}.`),
  });
  if (taken.error !== undefined) return data({ error: taken.error }, taken.status);
  return redirect(withQuery("/setup/restore", { restore: taken.id }), 303);
}

/** Restores what a restore has replaced. */
async function undo(request: Request, context: Context) {
  const shop = context.get(shopContext);
  const { restore: id = "" } = textFields(await readForm(request));
  const done = await readRestore(shop, id);
  const file = done?.result.before;
  if (!hasBefore(file)) return data({ error: "The earlier data isn't on this machine any more." }, 422);
  const fileName = "The earlier data";
  const claimed = await claimRestore(shop, fileName);
  if (claimed === undefined) return data({ error: busyProblem }, 409);
  void startRestore(shop, { id: claimed, file, fileName, actor: context.get(ownerContext).email });
  return redirect(withQuery("/setup/restore", { restore: claimed }), 303);
}

function sameName(typed = "", shopName: string) {
  return typed.trim().toLowerCase() === shopName.trim().toLowerCase();
}

export default function RestoreBackup({ loaderData, actionData }: Route.ComponentProps) {
  const { shopName, restore } = loaderData;
  if (restore && !actionData) return <Progress {...restore} />;
  const { savesBefore = false, undoable = [] } = "undoable" in loaderData ? loaderData : {};
  return (
    <Screen
      title="Restore a backup"
      summary="Replaces everything in the shop with what a backup has: products, orders, customers, settings. What came after the backup is lost."
    >
      {actionData && <Alert>Nothing was changed. {actionData.error}</Alert>}
      <PostForm encType="multipart/form-data" className="mb-8 grid max-w-xl gap-4">
        <TextField
          label={`Name of this shop (${shopName})`}
          name="name"
          hint="Type it to confirm."
          autoComplete="off"
          required
        />
        <FileField label="File from “Download backup”" accept=".db,.backup" />
        <Button className="justify-self-start">Replace everything</Button>
        <p className="text-sm text-soft">
          {savesBefore
            ? "The file is checked first. What the shop has now is saved on its machine, and can be brought back."
            : "The file is checked first. What the shop has now can only be brought back from a backup: make one before."}{" "}
          Orders wait while the data is replaced. Customers stay signed in, if their account is the same in the backup.
        </p>
      </PostForm>
      {undoable.length > 0 && (
        <Part title="Undo a restore">
          <ul className="grid max-w-xl gap-4">
            {undoable.map(({ id, text }) => (
              <li key={id}>
                <p className="mb-3 wrap-anywhere">{text}</p>
                <UndoForm id={id} />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </Screen>
  );
}

function UndoForm({ id }: { id: string }) {
  return (
    <PostForm step="undo">
      <input type="hidden" name="restore" value={id} />
      <p className="mb-4 max-w-xl">
        What the shop had before is still on its machine. Bringing it back loses what came since.
      </p>
      <Button look="quiet">Undo this restore</Button>
    </PostForm>
  );
}

interface ProgressProps {
  id: string;
  title: string;
  lines: string[];
  state: "running" | "done" | "failed";
  canUndo: boolean;
}

function Progress({ id, title, lines, state, canUndo }: ProgressProps) {
  return (
    <Screen title={title}>
      <Part title="Restore" id={formMessageId}>
        {lines.map((line) => (
          <p key={line} className="mb-2 max-w-xl wrap-anywhere">
            {line}
          </p>
        ))}
        <div className="mt-4 flex flex-wrap gap-3">
          {state === "running" && (
            <Button href={`/owner${withQuery("/setup/restore", { restore: id })}`} look="quiet">
              Refresh
            </Button>
          )}
          {state === "failed" && <Button href="/owner/restore">Choose another file</Button>}
          {state === "done" && <Button href="/owner">Dashboard</Button>}
          {state === "done" && (
            <Button href="/owner/staff" look="quiet">
              Staff
            </Button>
          )}
        </div>
      </Part>
      {canUndo && (
        <Part title="Undo">
          <UndoForm id={id} />
        </Part>
      )}
    </Screen>
  );
}
