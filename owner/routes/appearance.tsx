import { readAppearanceForm } from "#shop/appearance/appearance.ts";
import { type AppearanceFields, appearanceForm } from "#shop/appearance/appearance-form.ts";
import { saveAppearance } from "#shop/appearance/save-appearance.ts";
import { readChanges } from "#shop/changes/change-log.ts";
import { formatMoment } from "#shop/values/days.ts";
import { shopContext } from "#web/request-context.ts";
import { requireOwner } from "../access/require-owner.server.ts";
import { AppearanceFieldset, appearanceLabels } from "../appearance/appearance-fields.tsx";
import { ChangeTable } from "../changes/change-table.tsx";
import { NotSaved } from "../forms/not-saved.tsx";
import { OriginalValues, readOriginal } from "../forms/original-values.tsx";
import { saveForm } from "../forms/save-form.server.ts";
import { readFormWithPictures } from "../forms/take-pictures.server.ts";
import { formMessageId } from "../screen/alert.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Part, Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/appearance";

const shownChanges = 20;

export async function loader({ context }: Route.LoaderArgs) {
  requireOwner(context);
  const { db, settings } = context.get(shopContext);
  const changes = await readChanges(db, { kind: "appearance", limit: shownChanges });
  return {
    saved: await readAppearanceForm(db),
    shopName: settings.shopName,
    changes: changes.map(({ createdAt, ...change }) => ({
      ...change,
      when: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const { typed, errors: pictureErrors } = await readFormWithPictures(request, context, {
    logo: "logo",
    icon: "icon",
    heroPicture: "wide",
  });
  const save = (fields: AppearanceFields) =>
    saveAppearance(shop, fields, { original: { ...fields, ...readOriginal(typed) }, actor });
  const { values, rejected } = await saveForm(appearanceForm, typed, save, pictureErrors);
  if (!values) return rejected;
  await shop.refreshSettings();
  return redirectWithFlash(context, "/appearance", "Appearance saved");
}

export default function Appearance({
  loaderData: { saved, shopName, changes },
  actionData: rejected,
}: Route.ComponentProps) {
  return (
    <Screen title="Appearance" summary="Empty fields use the default. Changes appear in the shop within a second.">
      <form
        method="post"
        action={`#${formMessageId}`}
        encType="multipart/form-data"
        data-unsaved={rejected ? "changed" : ""}
        className="mb-8 max-w-3xl"
      >
        <OriginalValues values={rejected?.conflict ?? saved} />
        {rejected && <NotSaved what="the appearance" labels={appearanceLabels} {...rejected} />}
        <AppearanceFieldset texts={rejected?.typed ?? saved} errors={rejected?.errors ?? {}} shopName={shopName} />
        <button type="submit" className="button button-main">
          Save
        </button>
      </form>
      <Part title="Activity">
        <ChangeTable changes={changes} empty="No changes yet." />
      </Part>
    </Screen>
  );
}
