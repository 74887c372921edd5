import { data } from "react-router";
import { correctFields } from "#shop/forms/correct-fields.ts";
import { type FieldErrors, storableText } from "#shop/forms/validate.ts";
import { findRedirects } from "#shop/redirects/find-redirects.ts";
import { RedirectFileError } from "#shop/redirects/redirect-file.ts";
import { RedirectError } from "#shop/redirects/redirect-map.ts";
import { deleteRedirects, importRedirects, saveRedirect } from "#shop/redirects/redirects.ts";
import { settingsFileLimit } from "#shop/settings-file/settings-file-limit.ts";
import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { fileTooLarge, OmittedFile } from "#web/omitted-files.server.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { FileField } from "../forms/file-field.tsx";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { readTextPage } from "../lists/list-query.server.ts";
import { Pager } from "../lists/pager.tsx";
import { SearchForm } from "../lists/search-form.tsx";
import { Alert } from "../screen/alert.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/redirect-list";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext);
  return readTextPage(url, {
    find: (query) => findRedirects(db, query),
    keyOf: ({ from }) => from,
    limit: 2000,
  });
}

interface Rejected {
  step: string;
  typed: { from: string; to: string };
  errors: FieldErrors;
  problems?: string[];
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const form = await readForm(request);
  const textOf = (name: string) => storableText(String(form.get(name) ?? "")).trim();
  const typed = { from: textOf("from"), to: textOf("to") };
  const step = textOf("step");
  try {
    if (step === "delete") {
      const addresses = form.getAll("address").map((address) => storableText(String(address)));
      const count = await deleteRedirects(shop, addresses, actor);
      return redirectWithUndo(context, "/redirects", `${count} ${count === 1 ? "redirect" : "redirects"} deleted`);
    }
    if (step === "import") {
      const file = form.get("file");
      if (file instanceof OmittedFile) throw new RedirectFileError([fileTooLarge(file.name, settingsFileLimit)]);
      const count = await importRedirects(shop, file instanceof File ? await file.bytes() : "", actor);
      return redirectWithUndo(context, "/redirects", `${count} ${count === 1 ? "redirect" : "redirects"} imported`);
    }
    await saveRedirect(shop, typed, actor);
    return redirectWithUndo(context, "/redirects", "Redirect saved");
  } catch (error) {
    if (error instanceof RedirectError) {
      return data<Rejected>({ step, typed, errors: { [error.field]: error.message } }, 422);
    }
    if (!(error instanceof RedirectFileError)) throw error;
    return data<Rejected>({ step, typed, errors: {}, problems: error.problems }, 422);
  }
}

export default function Redirects({
  loaderData: { rows: redirects, text, isFirst, next },
  actionData: rejected,
}: Route.ComponentProps) {
  const field = (name: "from" | "to") => ({
    name,
    error: rejected?.errors[name],
    defaultValue: rejected?.typed[name] ?? "",
    maxLength: 2000,
    required: true,
  });
  return (
    <Screen
      title="Redirects"
      summary="Old addresses lead to new ones, where the shop has nothing else to show."
      actions={
        <>
          <Button href="/owner/redirects.csv" look="quiet">
            Export CSV
          </Button>
          <Button href="/owner/redirects.csv?separator=semicolon" look="quiet">
            CSV for Excel (;)
          </Button>
        </>
      }
    >
      {rejected && (
        <Alert>
          {rejected.problems
            ? "Nothing was imported. Please correct the file."
            : `Not saved. ${correctFields(rejected.errors)}`}
          {rejected.problems && (
            <ul className="mt-1 list-disc pl-5">
              {rejected.problems.map((problem) => (
                <li key={problem} className="wrap-anywhere">
                  {problem}
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      <PostForm unsaved={Boolean(rejected)} className="mb-6 grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <TextField label="From" {...field("from")} placeholder="/old-page" hint="A path that the shop had" />
        <TextField label="To" {...field("to")} placeholder="/products?filter=coffee" hint="Where it leads now" />
        <Button name="step" value="add" className="justify-self-start">
          Save
        </Button>
      </PostForm>
      {(text || redirects.length > 0) && <SearchForm label="Search redirects" q={text} />}
      <PostForm>
        <Table
          caption="Redirects"
          rows={redirects}
          keyOf={({ from }) => from}
          empty={text ? "No redirects match." : "No redirects yet."}
          room="some"
          columns={[
            {
              name: "From",
              isTitle: true,
              cell: ({ from }) => (
                <label className="flex items-center gap-3 wrap-anywhere">
                  <input type="checkbox" name="address" value={from} className="size-5 shrink-0 accent-spruce" />
                  {from}
                </label>
              ),
            },
            {
              name: "To",
              cell: ({ to }) => (
                <a href={to} className="text-link wrap-anywhere">
                  {to}
                </a>
              ),
            },
          ]}
        />
        {redirects.length > 0 && (
          <Button name="step" value="delete" look="quiet" className="mt-4">
            Delete selected
          </Button>
        )}
      </PostForm>
      <Pager label="Redirect pages" path="/owner/redirects" query={{ q: text }} isFirst={isFirst} next={next} />
      <Part title="Import">
        <PostForm encType="multipart/form-data" className="grid max-w-xl gap-4">
          <FileField
            label="CSV file with the columns from and to"
            accept=".csv,.tsv,.txt,text/csv"
            largest={settingsFileLimit}
          />
          <Button name="step" value="import" look="quiet" className="justify-self-start">
            Import
          </Button>
        </PostForm>
      </Part>
    </Screen>
  );
}
