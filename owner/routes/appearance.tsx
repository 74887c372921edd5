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
import { redirectWithFlash } from "../frame/flash-message.server.ts";
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
    heroPicture: "wide",
  });
  const { values, errors: textErrors } = validate(appearanceForm, typed);
  const errors = { ...textErrors, ...pictureErrors };
  if (!values || Object.keys(errors).length > 0) return data<Rejected>({ typed, errors }, 422);
  try {
    await saveAppearance(shop, values, { original: { ...values, ...originalFields(typed) }, actor });
  } catch (error) {
    if (!(error instanceof AppearanceChangedError)) throw error;
    return data<Rejected>({ typed, errors: {}, conflict: error.current }, 409);
  }
  await shop.refreshSettings();
  return redirectWithFlash("/appearance", "Appearance saved");
}

const originalPrefix = "original-";

/** The values when the form was opened. */
function originalFields(typed: Record<string, string>): Partial<AppearanceFields> {
  const originals = Object.entries(typed).filter(([name]) => name.startsWith(originalPrefix));
  return Object.fromEntries(originals.map(([name, value]) => [name.slice(originalPrefix.length), value]));
}

export default function Appearance({
  loaderData: { saved, shopName, changes },
  actionData: rejected,
}: Route.ComponentProps) {
  const wrong = Object.keys(rejected?.errors ?? {}).length;
  return (
    <Screen title="Appearance" summary="Empty fields use the default. Changes appear in the shop within a second.">
      <form method="post" action={`#${formMessageId}`} encType="multipart/form-data" className="mb-8 max-w-3xl">
        {Object.entries(rejected?.conflict ?? saved).map(([name, value]) => (
          <input key={name} type="hidden" name={originalPrefix + name} value={value} />
        ))}
        {wrong > 0 && (
          <Alert>Not saved. Please correct the {wrong === 1 ? "marked field" : `${wrong} marked fields`}.</Alert>
        )}
        {rejected?.conflict && <Conflict typed={rejected.typed} current={rejected.conflict} />}
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

/** Another owner's saved values next to this form's. */
function Conflict({ typed, current }: { typed: Record<string, string>; current: AppearanceFields }) {
  const fields = (Object.keys(current) as (keyof AppearanceFields)[]).filter(
    (name) => typed[originalPrefix + name] !== current[name],
  );
  return (
    <Alert>
      <p className="font-medium">
        Not saved. Someone else changed the appearance while you were editing. Save again to overwrite their changes.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {fields.map((name) => (
          <li key={name} className="wrap-anywhere">
            {appearanceLabels[name]}: now “{current[name]}”, you entered “{typed[name] ?? ""}”
          </li>
        ))}
      </ul>
    </Alert>
  );
}
