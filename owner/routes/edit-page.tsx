import { data } from "react-router";
import { readChanges } from "#shop/changes/change-log.ts";
import { deletePage, editPage, saveBuiltInPage } from "#shop/content/change-page.ts";
import { renderPage } from "#shop/content/markdown.ts";
import { builtInPageForm, type PageFields as Fields, pageForm } from "#shop/content/page-form.ts";
import { builtInPages, pageAddress, readPage, toPageForm } from "#shop/content/pages.ts";
import { formatMoment } from "#shop/values/days.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { ChangeTable } from "../changes/change-table.tsx";
import { OriginalValues, readOriginal } from "../forms/original-values.tsx";
import { throwUnknown } from "../forms/save-form.server.ts";
import { isPreview, PageFields, PageNotSaved } from "../pages/page-fields.tsx";
import { readPageForm, savePageForm } from "../pages/save-page.server.ts";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/edit-page";

const shownChanges = 20;

export async function loader({ params, context }: Route.LoaderArgs) {
  requireOwner(context);
  const { db, settings } = context.get(shopContext);
  const builtIn = builtInPages.find(({ slug }) => slug === params.slug);
  const page = await readPage(db, params.slug);
  const saved = page ? toPageForm(page) : builtIn && { ...emptyPage, slug: builtIn.slug, title: builtIn.title };
  if (!saved) throw data(null, 404);
  const changes = await readChanges(db, { kind: "page", subject: params.slug, limit: shownChanges });
  return {
    saved,
    builtIn,
    preview: await renderPage(db, saved.text),
    changes: changes.map(({ createdAt, ...change }) => ({
      ...change,
      when: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

const emptyPage: Fields = { slug: "", title: "", description: "", text: "", inFooter: "", isPublic: "" };

export async function action({ request, params: { slug }, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const typed = await readPageForm(request);
  const original = readOriginal(typed);
  const builtIn = builtInPages.find((page) => page.slug === slug);
  if (typed.step === "delete" && !builtIn) {
    await deletePage(shop, slug, actor).catch(throwUnknown);
    await shop.refreshSettings();
    return redirectWithFlash(context, "/pages", "Page deleted");
  }
  const { values, shown } = builtIn
    ? await savePageForm(context, builtInPageForm, typed, ({ text }) =>
        saveBuiltInPage(shop, builtIn, text, { original: original.text ?? "", actor }),
      )
    : await savePageForm(context, pageForm, typed, (fields) =>
        editPage(shop, slug, fields, {
          original: { ...fields, ...original },
          actor,
          redirect: Boolean(typed.redirect),
        }),
      );
  if (!values) return shown;
  await shop.refreshSettings();
  return redirectWithFlash(context, "/pages", `Page ${"title" in values ? values.title : builtIn?.title} saved`);
}

export default function EditPage({
  loaderData: { saved, builtIn, preview, changes },
  actionData: shown,
}: Route.ComponentProps) {
  return (
    <Screen
      title={saved.title}
      summary={builtIn ? `${builtIn.hint} Leave the text empty to show the sample's.` : stateOf(saved)}
      actions={
        (builtIn || saved.isPublic) && (
          <a href={builtIn?.address ?? pageAddress(saved.slug)} className="button button-quiet">
            View in shop
          </a>
        )
      }
    >
      <form
        method="post"
        action={`#${formMessageId}`}
        data-unsaved={shown ? "changed" : ""}
        className="mb-8 grid grid-cols-1 gap-6"
      >
        <OriginalValues values={shown?.conflict ?? saved} />
        {shown && <PageNotSaved {...shown} />}
        <PageFields
          texts={shown?.typed ?? saved}
          errors={shown?.errors ?? {}}
          preview={shown?.preview ?? preview}
          isBuiltIn={builtIn !== undefined}
          isPreviewed={shown !== undefined && isPreview(shown)}
          redirects={shown ? Boolean(shown.typed.redirect) : true}
        />
      </form>
      {!builtIn && (
        <Part title="Delete this page">
          <form method="post" action={`#${formMessageId}`}>
            <button type="submit" name="step" value="delete" className="button button-quiet">
              Delete
            </button>
          </form>
        </Part>
      )}
      <Part title="Activity">
        <ChangeTable changes={changes} empty="No changes yet." />
      </Part>
    </Screen>
  );
}

function stateOf({ isPublic, slug }: Fields) {
  return isPublic ? `Public at ${pageAddress(slug)}` : "Not public";
}
