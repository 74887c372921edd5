import { appearanceKey } from "../appearance/appearance.ts";
import { storedSynonyms } from "../catalog/lists/search/synonyms.ts";
import type { Change } from "../changes/change-log.ts";
import { settingsKey } from "../changes/read-currency.ts";
import { storedGuarantee } from "../content/legal-guarantee.ts";
import { feedsAccessKey, feedsKey } from "../feeds/feed-settings.ts";
import { mailServerKey } from "../mail/mail-server/mail-server.ts";
import { abroadKey } from "../taxes/read-abroad.ts";
import { taxesKey } from "../taxes/taxes.ts";

type Logged = Pick<Change, "kind" | "subject">;

/** The rows of `settings` that owners set up, as the log calls them. Others follow from what the shop does. */
const undoable = new Map<string, Logged>([
  [settingsKey, { kind: "settings", subject: "shop" }],
  [appearanceKey, { kind: "appearance", subject: "shop" }],
  [storedGuarantee.key, { kind: "settings", subject: "legal guarantee" }],
  [storedSynonyms.key, { kind: "settings", subject: "synonyms" }],
  [taxesKey, { kind: "settings", subject: "taxes" }],
  [abroadKey, { kind: "settings", subject: "taxes abroad" }],
  [feedsKey, { kind: "settings", subject: "feeds" }],
  [feedsAccessKey, { kind: "settings", subject: "feeds" }],
  [mailServerKey, { kind: "settings", subject: "mail server" }],
]);

export function isUndoableSetting(key: string) {
  return undoable.has(key);
}

/** What the log calls a row of `settings`; undefined for what owners don't set up. */
export function loggedSetting(key: string) {
  return undoable.get(key);
}
