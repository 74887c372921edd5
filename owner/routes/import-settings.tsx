import { data } from "react-router";
import { SettingsFileError } from "#shop/changes/settings-section.ts";
import { ChangedMeanwhileError } from "#shop/forms/form-errors.ts";
import { readSettingsFile } from "#shop/settings-file/read-settings-file.ts";
import { importSettings, previewSettings, type SectionChanges } from "#shop/settings-file/settings-file.ts";
import { settingsFileLimit } from "#shop/settings-file/settings-file-limit.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { fileTooLarge, OmittedFile } from "#web/omitted-files.server.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { FileField } from "../forms/file-field.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Alert, formMessageId } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/import-settings";

/** Previews a chosen file, or imports the previewed one, which waits in the owner's own form. */
export async function action({ request, context }: Route.ActionArgs) {
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const form = await readForm(request);
  const file = form.get("file");
  const seen = form.get("seen");
  try {
    const text = file instanceof File ? await readText(file) : withoutReturns(String(file ?? ""));
    if (typeof seen !== "string") return { text, preview: await previewSettings(shop, text) };
    const hasChanged = await importSettings(shop, text, { actor, seen }).then(() => false, isChangedMeanwhile);
    if (hasChanged) return data({ error: changedMeanwhile, text, preview: await previewSettings(shop, text) }, 409);
  } catch (error) {
    if (!(error instanceof SettingsFileError)) throw error;
    return data({ error: error.message }, 422);
  }
  await shop.refreshSettings();
  return redirectWithUndo(context, "/settings", "Settings imported");
}

/** @throws all other errors */
function isChangedMeanwhile(error: unknown) {
  if (error instanceof ChangedMeanwhileError) return true;
  throw error;
}

const changedMeanwhile = "Someone changed the settings after your preview. Please look at the new one.";

/** A longer file is refused without reading all of it. */
async function readText(file: File) {
  if (file instanceof OmittedFile) throw new SettingsFileError(fileTooLarge(file.name, settingsFileLimit));
  return readSettingsFile(await file.slice(0, settingsFileLimit + 1).bytes());
}

/** Browsers send a text area's line breaks as two characters. */
function withoutReturns(text: string) {
  return text.replaceAll("\r\n", "\n");
}

export default function ImportSettings({ actionData }: Route.ComponentProps) {
  const { error, text, preview } = { error: undefined, text: undefined, preview: undefined, ...actionData };
  return (
    <Screen
      title="Import settings"
      summary="Replaces everything set up in Settings and under Categories with a file's. Products keep their categories. Upload pictures again: the file only has their addresses."
    >
      {error && <Alert>Nothing was changed. {error}</Alert>}
      {preview && text !== undefined && <Preview text={text} {...preview} />}
      <PostForm encType="multipart/form-data" className="grid max-w-xl gap-4">
        <FileField
          label="JSON file from “Export settings”, up to 4 MB"
          accept=".json,application/json"
          largest={settingsFileLimit}
        />
        <Button look={preview ? "quiet" : "main"} className="justify-self-start">
          Preview changes
        </Button>
      </PostForm>
    </Screen>
  );
}

interface PreviewProps {
  text: string;
  sections: SectionChanges[];
  before: string;
}

function Preview({ text, sections, before }: PreviewProps) {
  const hasChanges = sections.some(({ added, changed, removed }) => added.length + changed.length + removed.length > 0);
  return (
    <Part title="Preview" id={formMessageId}>
      <Table
        caption="What the import changes"
        rows={sections}
        keyOf={({ name }) => name}
        empty=""
        columns={[
          { name: "Section", isTitle: true, cell: ({ name }) => sectionNames[name] ?? name },
          { name: "Added", cell: ({ added }) => <Names names={added} /> },
          { name: "Changed", cell: ({ changed }) => <Names names={changed} /> },
          { name: "Removed", cell: ({ removed }) => <Names names={removed} /> },
        ]}
      />
      {hasChanges ? (
        <PostForm encType="multipart/form-data" className="mt-4 flex flex-wrap gap-3">
          <input type="hidden" name="seen" value={before} />
          <textarea name="file" defaultValue={text} hidden readOnly />
          <Button>Apply</Button>
          <Button href="/owner/settings" look="quiet">
            Cancel
          </Button>
        </PostForm>
      ) : (
        <p className="mt-4">The shop already has these settings.</p>
      )}
    </Part>
  );
}

const sectionNames: Record<string, string> = {
  settings: "Settings",
  appearance: "Appearance",
  categories: "Categories",
  pages: "Pages",
  synonyms: "Synonyms",
  redirects: "Redirects",
  discounts: "Discounts",
  delivery: "Delivery",
  taxes: "Taxes",
};

const mostNames = 8;

function Names({ names }: { names: string[] }) {
  const more = names.length - mostNames;
  return (
    <span className="wrap-anywhere">
      {names.length}
      {names.length > 0 && `: ${names.slice(0, mostNames).join(", ")}`}
      {more > 0 && ` and ${more} more`}
    </span>
  );
}
