import { readAppearanceForm } from "#shop/appearance/appearance.ts";
import type { AppearanceField } from "#shop/appearance/appearance-form.ts";
import { appearancePictures } from "#shop/appearance/appearance-pictures.ts";
import { emptySections, readHomeContent } from "#shop/appearance/home-content.ts";
import { previewLooks } from "#shop/appearance/preview-appearance.ts";
import { readTrending } from "#shop/catalog/lists/read-products.ts";
import type { Shop } from "#shop/shop.ts";
import { productAddress } from "#shop/values/product-address.ts";
import { renderPreviewContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { appearanceLabels } from "../appearance/appearance-fields.tsx";
import { startDownload } from "../downloads/start-download.server.ts";
import { readFormWithPictures } from "../forms/take-pictures.server.ts";
import type { Route } from "./+types/appearance-preview";

/** The shop as it is. */
export async function loader({ context, request }: Route.LoaderArgs) {
  startDownload(request);
  const { appearance, stats } = context.get(shopContext).settings;
  return context.get(renderPreviewContext)({ path: "/", looks: { appearance, stats }, signal: request.signal });
}

/** The shop as it would be with the posted form. Nothing but its new pictures is saved, which are deleted unless the form is saved, too. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { typed } = await readFormWithPictures(request, context, { pictures: appearancePictures, decimals: [] });
  const { looks, errors } = previewLooks(await readAppearanceForm(shop.db), typed);
  const path = await pathOf(shop, typed.previewPage);
  const shown = { ...looks, categories: shop.settings.categories };
  const homeContent = await readHomeContent(shop.db, shown);
  const answer = await context.get(renderPreviewContext)({ path, looks, homeContent, signal: request.signal });
  answer.headers.set("Empty-Sections", emptySections(shown, homeContent).join(" "));
  const [wrong] = Object.entries(errors);
  // Why the preview doesn't follow the field.
  if (wrong) answer.headers.set("Preview-Problem", encodeURIComponent(problemInWords(...wrong)));
  return answer;
}

function problemInWords(field: string, error = "") {
  return `${appearanceLabels[field as AppearanceField]}: ${error}`;
}

async function pathOf({ db }: Shop, page: string | undefined) {
  if (page === "list") return "/products";
  if (page !== "product") return "/";
  const [product] = await readTrending(db);
  return product ? productAddress(product) : "/products";
}
