import { readAppearanceForm } from "#shop/appearance/appearance.ts";
import { type AppearanceFields, appearanceForm } from "#shop/appearance/appearance-form.ts";
import { appearancePictures, type PictureName, pictureNames } from "#shop/appearance/appearance-pictures.ts";
import { findEmptySections } from "#shop/appearance/home-content.ts";
import { previewLooks } from "#shop/appearance/preview-appearance.ts";
import { saveAppearance } from "#shop/appearance/save-appearance.ts";
import { suggestColors } from "#shop/appearance/suggest-colors.ts";
import type { Shop } from "#shop/shop.ts";
import { Button } from "#ui/button.tsx";
import { AppearanceFieldset, appearanceLabels } from "../appearance/appearance-fields.tsx";
import { AppearancePreview, EditorSwitch, editorHalf, editorLayout } from "../appearance/appearance-preview.tsx";
import { appearanceSteps } from "../appearance/appearance-steps.ts";
import { sectionNames } from "../appearance/home-page-fields.tsx";
import { UnsavedNote } from "../forms/save-bar.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/appearance";

const appearance = recordForm({
  keyOf: () => "shop",
  form: appearanceForm,
  pictures: appearancePictures,
  read: async (shop) => {
    const saved = await readAppearanceForm(shop.db);
    return { saved, shopName: shop.settings.shopName, empty: await findEmpty(shop, saved) };
  },
  together: [
    ["announcement", "announcementLink"],
    ["heroButton1", "heroLink1"],
    ["heroButton2", "heroLink2"],
    ["heroPicture", "heroPictureText"],
    ["storyPicture", "storyPictureText"],
    ["storyButton", "storyLink"],
  ],
  log: () => ({ kind: "appearance" }),
  edit: (shop, _key, fields, edit) => saveAppearance(shop, fields, edit),
  steps: appearanceSteps,
  beside: async (shop, typed, signal) => {
    const colorsFrom = pictureForColors(typed);
    const address = (colorsFrom && typed[colorsFrom]) ?? "";
    return { colorsFrom, choices: await suggestColors(shop, address, signal), empty: await findEmpty(shop, typed) };
  },
  notice: async (fields, _done, _key, shop) => {
    const empty = (await findEmpty(shop, fields)).map((section) => sectionNames[section]);
    return empty.length === 0 ? "Appearance saved" : `Appearance saved. Not shown, because empty: ${empty.join(", ")}`;
  },
  list: "/appearance",
});

/** The sections that would show nothing if a form were saved. */
async function findEmpty(shop: Shop, typed: Partial<AppearanceFields>) {
  return findEmptySections(shop, previewLooks(await readAppearanceForm(shop.db), typed).looks);
}

/** The picture that colors are wanted of: the one just chosen, or the first that there is for someone who asks. */
function pictureForColors(typed: Record<string, string>): PictureName | undefined {
  const [firstWord = ""] = (typed.step ?? "").split(" ");
  if (firstWord === "showPictures") return pictureNames.find((name) => name === typed.colorsFrom);
  if (!["suggestColors", "useColors"].includes(firstWord)) return undefined;
  return (["logo", "heroPicture", "storyPicture"] as const).find((name) => typed[name]);
}

export const loader = appearance.load;
export const action = appearance.change;

export default function Appearance(screen: Route.ComponentProps) {
  return (
    <RecordScreen
      {...screen}
      title="Appearance"
      summary="Empty fields use the default. Saved changes appear in the shop within a second."
      what="the appearance"
      labels={appearanceLabels}
      hasPictures
      layout={editorLayout}
      fields={(form) => (
        <div className="min-w-0 lg:col-start-1">
          <div className="sticky top-0 z-10 flex flex-wrap gap-3 bg-paper py-2 lg:gap-y-1">
            <Button className="px-7">Save</Button>
            <Button type="button" look="quiet" hidden data-with-scripts data-undo aria-disabled>
              Undo
            </Button>
            <Button href="/owner/appearance" look="quiet" data-as-it-was>
              As it was
            </Button>
            <EditorSwitch />
            {/* Its line is there before it has words, so that the fields below stay where they are. */}
            <div className="self-center lg:min-h-5 lg:w-full">
              <UnsavedNote />
            </div>
          </div>
          <div className={editorHalf.form}>
            <AppearanceFieldset
              {...form}
              shopName={screen.loaderData.shopName}
              empty={screen.actionData?.empty ?? screen.loaderData.empty}
              step={screen.actionData?.typed.step ?? ""}
              colorChoices={screen.actionData?.choices ?? []}
              colorsFrom={screen.actionData?.colorsFrom}
            />
          </div>
        </div>
      )}
      buttons={<AppearancePreview />}
    />
  );
}
