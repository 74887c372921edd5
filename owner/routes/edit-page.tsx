import { addPage, deletePage, editPage, saveBuiltInPage } from "#shop/content/change-page.ts";
import { builtInPageForm, type PageFields as Fields, pageForm } from "#shop/content/page-form.ts";
import { fromTemplate, pageTemplates } from "#shop/content/page-templates.ts";
import { builtInPages, pageAddress, readPage, toPageForm } from "#shop/content/pages.ts";
import { renderPage } from "#shop/content/render-page.ts";
import { RecordUnknownError } from "#shop/forms/form-errors.ts";
import type { Shop } from "#shop/shop.ts";
import { Button } from "#ui/button.tsx";
import { isPreview } from "../forms/not-saved.tsx";
import { SaveBar } from "../forms/save-bar.tsx";
import { PageFields, pageLabels } from "../pages/page-fields.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { DeletePart, RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/edit-page";

const page = recordForm({
  keyOf: (params) => params.slug,
  form: (_, slug) => (findBuiltIn(slug) ? builtInPageForm : pageForm),
  async read({ db, settings }, slug, url) {
    if (slug === undefined) {
      const blank = fillTemplate(url.searchParams.get("template"), settings);
      return { blank, preview: await renderPage(db, blank.text ?? "") };
    }
    const builtIn = findBuiltIn(slug);
    const found = await readPage(db, slug);
    const saved = found ? toPageForm(found) : builtIn && { ...emptyPage, slug: builtIn.slug, title: builtIn.title };
    return saved && { saved, builtIn, preview: await renderPage(db, saved.text) };
  },
  log: ({ slug }) => ({ kind: "page", subject: slug }),
  steps: { preview: (typed) => typed },
  beside: async ({ db }, { text = "" }) => ({ preview: await renderPage(db, text) }),
  add: (shop, fields, actor) => addPage(shop, fields as Fields, actor),
  edit(shop, slug, fields, { original, ...edit }) {
    const builtIn = findBuiltIn(slug);
    return builtIn
      ? saveBuiltInPage(shop, builtIn, fields.text, { original: original.text, ...edit })
      : editPage(shop, slug, fields as Fields, { original: original as Fields, ...edit });
  },
  async remove(shop, slug, actor) {
    if (findBuiltIn(slug)) throw new RecordUnknownError(slug);
    await deletePage(shop, slug, actor);
    return "Page deleted";
  },
  notice: (fields, done, slug) => `Page ${"title" in fields ? fields.title : findBuiltIn(slug)?.title} ${done}`,
  list: "/pages",
});

export const loader = page.load;
export const action = page.change;

const emptyPage: Fields = { slug: "", title: "", description: "", text: "", inFooter: "", isPublic: "" };

function findBuiltIn(asked: string | undefined) {
  return builtInPages.find(({ slug }) => slug === asked);
}

function fillTemplate(asked: string | null, settings: Shop["settings"]): Partial<Fields> {
  const template = pageTemplates.find(({ slug }) => slug === asked);
  return template ? fromTemplate(template, settings) : { inFooter: "on" };
}

export default function Page(screen: Route.ComponentProps) {
  const { loaderData, actionData: shown } = screen;
  const { saved, builtIn, blank } = loaderData;
  return (
    <RecordScreen
      {...screen}
      title={saved?.title ?? "Add page"}
      summary={
        builtIn
          ? `${builtIn.hint} Leave the text empty to show the sample's.`
          : saved
            ? stateOf(saved)
            : "Only you can see it until it is public."
      }
      actions={
        saved &&
        (builtIn || saved.isPublic) && (
          <Button href={builtIn?.address ?? pageAddress(saved.slug)} look="quiet">
            View in shop
          </Button>
        )
      }
      what="this page"
      labels={pageLabels}
      blank={blank}
      layout="grid grid-cols-1 gap-6"
      fields={(form) => (
        <PageFields
          {...form}
          preview={shown?.preview ?? loaderData.preview}
          isBuiltIn={builtIn !== undefined}
          isPreviewed={shown !== undefined && isPreview(shown)}
        />
      )}
      buttons={
        <SaveBar>
          <Button name="step" value="save">
            Save
          </Button>
          <Button name="step" value="preview" look="quiet">
            Preview
          </Button>
        </SaveBar>
      }
    >
      {saved && !builtIn && <DeletePart what="this page" />}
    </RecordScreen>
  );
}

function stateOf({ isPublic, slug }: Fields) {
  return isPublic ? `Public at ${pageAddress(slug)}` : "Not public";
}
