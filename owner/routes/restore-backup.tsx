import { data, redirect } from "react-router";
import { isRecentSignIn } from "#shop/accounts/prove-identity.ts";
import { type ComparedLine, type DescribedRestore, describeUndo } from "#shop/backups/describe-restore.ts";
import { busyProblem, claimRestore, confirmRestore, declineRestore, readRestore } from "#shop/backups/restores.ts";
import { hasBefore, readUndoableRestores, roomForRestore, startRestore } from "#shop/backups/start-restore.ts";
import { textFields } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { ComparedData } from "#ui/compared-data.tsx";
import { isMultipart } from "#web/is-multipart.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { longUploadContext, shopContext } from "#web/request-context.ts";
import { readShownRestore, takeRestore } from "#web/restore-form.server.ts";
import { signInAgainAddress, withQuery } from "../addresses.ts";
import { FileField } from "../forms/file-field.tsx";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Alert, formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/restore-backup";

type Context = Route.ActionArgs["context"];

/** A file of gigabytes can't wait on the screen that asks for the password, so the password comes first. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { shopName } = shop.settings;
  const id = url.searchParams.get("restore");
  const restore = await readShownRestore(shop, id);
  const savesBefore = shop.connection.engine === "sqlite";
  if (restore) return { shopName, savesBefore, restore };
  if (!isRecentSignIn(context.get(ownerContext).signedInAt, shop.now())) throw redirect(signInAgainAddress("/restore"));
  const undoable = (await readUndoableRestores(shop)).map((done) => describeUndo(done, shop.settings));
  return { shopName, savesBefore, undoable, largest: await roomForRestore(shop), restore: undefined };
}

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { email: actor } = context.get(ownerContext);
  if (!isMultipart(request)) return takeStep(request, context);
  const taken = await takeRestore(shop, { request, actor, takeTime: context.get(longUploadContext) });
  if (taken.error !== undefined) return data({ error: taken.error }, taken.status);
  return redirect(followed(taken.id), 303);
}

/** Where a restore is followed, also by whom it signs out. */
function followed(id: string) {
  return withQuery("/setup/restore", { restore: id });
}

async function takeStep(request: Request, context: Context) {
  const shop = context.get(shopContext);
  const { step, restore: id = "", name } = textFields(await readForm(request));
  if (step === "undo") return undo(context, id);
  if (step === "cancel") {
    await declineRestore(shop, id);
    return redirectWithFlash(context, "/restore", "Nothing was changed");
  }
  const { shopName } = shop.settings;
  if (!sameName(name, shopName)) return data({ error: `Type the shop's name, ${shopName}.` }, 422);
  await confirmRestore(shop, id);
  return redirect(followed(id), 303);
}

/** Restores what a restore has replaced. */
async function undo(context: Context, id: string) {
  const shop = context.get(shopContext);
  const done = await readRestore(shop, id);
  const file = done?.result.before;
  if (!hasBefore(file)) return data({ error: "The earlier data isn't on this machine any more." }, 422);
  const fileName = "The earlier data";
  const claimed = await claimRestore(shop, fileName);
  if (claimed === undefined) return data({ error: busyProblem }, 409);
  void startRestore(shop, { id: claimed, file, fileName, actor: context.get(ownerContext).email });
  return redirect(followed(claimed), 303);
}

function sameName(typed = "", shopName: string) {
  return typed.trim().toLowerCase() === shopName.trim().toLowerCase();
}

export default function RestoreBackup({ loaderData, actionData }: Route.ComponentProps) {
  const { shopName, savesBefore, restore } = loaderData;
  if (restore?.compared) {
    const { compared } = restore;
    return <Question {...restore} {...{ compared, shopName, savesBefore }} error={actionData?.error} />;
  }
  if (restore && !actionData) return <Progress {...restore} />;
  const { undoable = [], largest } = loaderData;
  return (
    <Screen
      title="Restore a backup"
      summary="Replaces everything in the shop with what a backup has: products, orders, customers, settings. What came after the backup is lost."
    >
      {actionData && <Alert>Nothing was changed. {actionData.error}</Alert>}
      <PostForm encType="multipart/form-data" className="mb-8 grid max-w-xl gap-4">
        <FileField label="File from “Download backup”" accept=".db,.backup" largest={largest} />
        <Button className="justify-self-start">Check the file</Button>
        <p className="text-sm text-soft">You see what is in it before anything changes.</p>
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

interface QuestionProps {
  id: string;
  title: string;
  lines: string[];
  compared: ComparedLine[];
  shopName: string;
  savesBefore: boolean;
  error: string | undefined;
}

/** Shows what a checked file has, before it replaces anything. */
function Question({ id, title, lines, compared, shopName, savesBefore, error }: QuestionProps) {
  return (
    <Screen title={title} summary={lines.join(" ")}>
      {error && <Alert>Nothing was changed. {error}</Alert>}
      <div className="mb-8 max-w-xl">
        <ComparedData lines={compared} />
      </div>
      <PostForm className="mb-8 grid max-w-xl gap-4">
        <input type="hidden" name="restore" value={id} />
        <TextField
          label={`Name of this shop (${shopName})`}
          name="name"
          hint="Type it to confirm."
          autoComplete="off"
          required
        />
        <div className="flex flex-wrap gap-3">
          <Button name="step" value="replace">
            Replace everything
          </Button>
          <Button name="step" value="cancel" formNoValidate look="quiet">
            Cancel
          </Button>
        </div>
        <p className="text-sm text-soft">
          {savesBefore
            ? "What the shop has now is saved on its machine, and can be brought back."
            : "What the shop has now can only be brought back from a backup: make one before."}{" "}
          Orders wait while the data is replaced. Customers stay signed in, if their account is the same in the backup.
        </p>
      </PostForm>
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
  state: DescribedRestore["state"];
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
