import { data } from "react-router";
import { readAppearanceForm } from "#shop/appearance/appearance.ts";
import { type AppearanceFields, appearanceForm } from "#shop/appearance/appearance-form.ts";
import { AppearanceChangedError, saveAppearance } from "#shop/appearance/save-appearance.ts";
import { formatMoment } from "#shop/days.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { type FieldErrors, validate } from "#shop/validate.ts";
import { shopContext } from "#web/request-context.ts";
import { AppearanceFieldset, appearanceLabels } from "../appearance/appearance-fields.tsx";
import { Alert, formMessageId } from "../frame/alert.tsx";
import { ChangeTable } from "../frame/change-table.tsx";
import { ChangedMeanwhile } from "../frame/changed-meanwhile.tsx";
import { redirectWithFlash } from "../frame/flash-message.server.ts";
import { OriginalValues, readOriginal } from "../frame/original-values.tsx";
import { requireOwner } from "../frame/require-owner.server.ts";
import { Part, Screen } from "../frame/screen.tsx";
import { readFormWithPictures } from "../frame/take-pictures.server.ts";
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

interface Rejected {
  typed: Record<string, string>;
  errors: FieldErrors;
  conflict?: AppearanceFields;
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = requireOwner(context);
  const shop = context.get(shopContext);
  const { typed, errors: pictureErrors } = await readFormWithPictures(request, context, {
    logo: "logo",
    icon: "icon",
    heroPicture: "wide",
  });
  const { values, errors: textErrors } = validate(appearanceForm, typed);
  const errors = { ...textErrors, ...pictureErrors };
  if (!values || Object.keys(errors).length > 0) return data<Rejected>({ typed, errors }, 422);
  try {
    await saveAppearance(shop, values, { original: { ...values, ...readOriginal(typed) }, actor });
  } catch (error) {
    if (!(error instanceof AppearanceChangedError)) throw error;
    return data<Rejected>({ typed, errors: {}, conflict: error.current }, 409);
  }
  await shop.refreshSettings();
  return redirectWithFlash("/appearance", "Appearance saved");
}

export default function Appearance({
  loaderData: { saved, shopName, changes },
  actionData: rejected,
}: Route.ComponentProps) {
  const wrong = Object.keys(rejected?.errors ?? {}).length;
  return (
    <Screen title="Appearance" summary="Empty fields use the default. Changes appear in the shop within a second.">
      <form method="post" action={`#${formMessageId}`} encType="multipart/form-data" className="mb-8 max-w-3xl">
        <OriginalValues values={rejected?.conflict ?? saved} />
        {wrong > 0 && (
          <Alert>Not saved. Please correct the {wrong === 1 ? "marked field" : `${wrong} marked fields`}.</Alert>
        )}
        {rejected?.conflict && (
          <ChangedMeanwhile
            what="the appearance"
            labels={appearanceLabels}
            original={readOriginal(rejected.typed)}
            current={rejected.conflict}
            typed={rejected.typed}
          />
        )}
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
