import { appearanceKey } from "../appearance/appearance.ts";
import { settingsKey } from "../changes/read-currency.ts";
import { storedGuarantee } from "../content/legal-guarantee.ts";
import { feedsAccessKey, feedsKey } from "../feeds/feed-settings.ts";
import { mailServerKey } from "../mail/mail-server/mail-server.ts";
import { abroadKey } from "../taxes/read-abroad.ts";
import { taxesKey } from "../taxes/taxes.ts";

/** The rows of `settings` that owners set up. Others follow from what the shop does. */
const undoable = new Set<string>([
  ...[settingsKey, appearanceKey, storedGuarantee.key, taxesKey, abroadKey],
  ...[feedsKey, feedsAccessKey, mailServerKey],
]);

export function isUndoableSetting(key: string) {
  return undoable.has(key);
}
