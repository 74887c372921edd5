import { addPage } from "#shop/content/change-page.ts";
import { renderPage } from "#shop/content/markdown.ts";
import { pageForm } from "#shop/content/page-form.ts";
import { fromTemplate, pageTemplates } from "#shop/content/page-templates.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { isPreview, PageFields, PageNotSaved } from "../pages/page-fields.tsx";
import { readPageForm, savePageForm } from "../pages/save-page.server.ts";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/new-page";

export async function loader({ url, context }: Route.LoaderArgs) {
  requireOwner(context);
  const { db, settings } = context.get(shopContext);
  const template = pageTemplates.find(({ slug }) => slug === url.searchParams.get("template"));
  if (!template) return { texts: { inFooter: "on" as const }, preview: "" };
  const texts = fromTemplate(template, settings);
  return { texts, preview: await renderPage(db, texts.text) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const { values, shown } = await savePageForm(context, pageForm, await readPageForm(request), (fields) =>
    addPage(shop, fields, actor),
  );
  if (!values) return shown;
  await shop.refreshSettings();
  return redirectWithFlash(context, "/pages", `Page ${values.title} added`);
}

export default function NewPage({ loaderData, actionData: shown }: Route.ComponentProps) {
  return (
    <Screen title="Add page" summary="Only you can see it until it is public.">
      <form
        method="post"
        action={`#${formMessageId}`}
        data-unsaved={shown ? "changed" : ""}
        className="grid grid-cols-1 gap-6"
      >
        {shown && <PageNotSaved {...shown} />}
        <PageFields
          texts={shown?.typed ?? loaderData.texts}
          errors={shown?.errors ?? {}}
          preview={shown?.preview ?? loaderData.preview}
          isPreviewed={shown !== undefined && isPreview(shown)}
        />
      </form>
    </Screen>
  );
}
