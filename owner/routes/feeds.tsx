import { feedForm } from "#shop/feeds/feed-access.ts";
import { readFeedSettings, renewFeedKey, saveFeeds } from "#shop/feeds/feed-settings.ts";
import { Button } from "#ui/button.tsx";
import { feedFields } from "../feeds/feed-fields.ts";
import { CopiedField } from "../forms/copied-field.tsx";
import { FieldGrid, labelsOf } from "../forms/described-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { recordForm } from "../records/record-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import { Part } from "../screen/screen.tsx";
import type { Route } from "./+types/feeds";

const feeds = recordForm({
  keyOf: () => "feeds",
  form: feedForm,
  async read({ db, settings }) {
    const { access, key } = await readFeedSettings(db);
    const query = access === "key" ? `?key=${key}` : "";
    const addressOf = (file: string) => `${settings.shopUrl}/feeds/${file}${query}`;
    const files = [
      { file: "google.xml", label: "Google Merchant Center" },
      { file: "meta.xml", label: "Meta (Facebook and Instagram)" },
      { file: "products.csv", label: "Table for other programs (CSV)" },
    ];
    return { saved: { access }, addresses: files.map(({ file, label }) => ({ label, address: addressOf(file) })) };
  },
  log: () => ({ kind: "settings", subject: "feeds" }),
  runs: {
    async newKey(shop, actor) {
      await renewFeedKey(shop, actor);
      return "The addresses have a new key. Enter them again wherever you use them.";
    },
  },
  edit: (shop, _key, fields, edit) => saveFeeds(shop, fields, edit),
  notice: () => "Feeds saved",
  list: "/feeds",
});

export const loader = feeds.load;
export const action = feeds.change;

export default function Feeds(screen: Route.ComponentProps) {
  const { saved, addresses } = screen.loaderData;
  return (
    <RecordScreen
      {...screen}
      title="Feeds"
      summary="Files with all your products, which Google, Meta and price comparisons fetch by themselves, usually once a day."
      what="these settings"
      labels={labelsOf(feedFields)}
      fields={(form) => <FieldGrid {...form} fields={feedFields} />}
    >
      {saved.access !== "off" && (
        <Part title="Addresses">
          <div className="grid max-w-3xl gap-4">
            {addresses.map(({ label, address }, index) => (
              <CopiedField key={label} name={`address${index}`} label={label} value={address} />
            ))}
          </div>
        </Part>
      )}
      {saved.access === "key" && (
        <Part title="New key">
          <p className="mb-4 text-soft">The addresses above stop working. Enter the new ones wherever you use them.</p>
          <PostForm>
            <Button name="step" value="newKey" look="quiet">
              Make a new key
            </Button>
          </PostForm>
        </Part>
      )}
    </RecordScreen>
  );
}
