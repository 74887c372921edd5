import { readAppearanceForm } from "#shop/appearance/appearance.ts";
import { appearanceForm } from "#shop/appearance/appearance-form.ts";
import { saveAppearance } from "#shop/appearance/save-appearance.ts";
import { Button } from "#ui/button.tsx";
import { AppearanceFieldset, appearanceLabels } from "../appearance/appearance-fields.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import type { Route } from "./+types/appearance";

const appearance = recordForm({
  keyOf: () => "shop",
  form: appearanceForm,
  pictures: { logo: "logo", icon: "icon", heroPicture: "wide" },
  read: async ({ db, settings }) => ({ saved: await readAppearanceForm(db), shopName: settings.shopName }),
  together: [
    ["announcement", "announcementLink"],
    ["heroButton1", "heroLink1"],
    ["heroButton2", "heroLink2"],
    ["heroPicture", "heroPictureText"],
  ],
  log: () => ({ kind: "appearance" }),
  edit: (shop, _key, fields, edit) => saveAppearance(shop, fields, edit),
  notice: () => "Appearance saved",
  list: "/appearance",
});

export const loader = appearance.load;
export const action = appearance.change;

export default function Appearance(screen: Route.ComponentProps) {
  return (
    <RecordScreen
      {...screen}
      title="Appearance"
      summary="Empty fields use the default. Changes appear in the shop within a second."
      what="the appearance"
      labels={appearanceLabels}
      hasPictures
      layout="max-w-3xl"
      fields={(form) => <AppearanceFieldset {...form} shopName={screen.loaderData.shopName} />}
      buttons={<Button>Save</Button>}
    />
  );
}
