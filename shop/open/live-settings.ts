import type { Database } from "#database/connect.ts";
import { readAppearanceForm, toAppearance, toStats } from "../appearance/appearance.ts";
import { readCategories } from "../catalog/categories.ts";
import { readSettingsVersion } from "../changes/change-settings.ts";
import { readGuaranteeForm, toGuarantee } from "../content/legal-guarantee.ts";
import { readShownPages } from "../content/pages.ts";
import { claimedTerms } from "../delivery/delivery-option.ts";
import { readDeliveryOptions } from "../delivery/read-delivery.ts";
import { readFeedSettings } from "../feeds/feed-settings.ts";
import { readMailSettings } from "../mail/mail-server/mail-server.ts";
import { readOrderTerms, readSettings, shownSettings } from "../settings/settings.ts";
import type { LiveSettings, ShopDatabase, ShopSettings } from "../shop.ts";

/** Combines what owners set up with the environment's settings, which win, and follows the changes of all processes. See docs/decisions/0058. */
export async function createLiveSettings(
  db: Database,
  configured: ShopSettings,
): Promise<Pick<ShopDatabase, "settings" | "refreshSettings">> {
  const settings = { ...configured } as LiveSettings;
  /** The last version of the catalog that was asked for, and the reading of its settings, which all who ask for it share. */
  let asked: { version: string; reading: Promise<void> } | undefined;
  let appliedVersion: string | undefined;

  async function refreshSettings(catalogVersion?: string) {
    if (catalogVersion === undefined) return readChanges();
    if (asked?.version !== catalogVersion) asked = { version: catalogVersion, reading: readChanges() };
    const { reading } = asked;
    try {
      await reading;
    } catch (error) {
      if (asked?.reading === reading) asked = undefined;
      throw error;
    }
  }

  async function readChanges() {
    const version = await readSettingsVersion(db);
    if (version === appliedVersion) return;
    Object.assign(settings, await readOwned(db, configured));
    appliedVersion = version;
  }

  await refreshSettings();
  return { settings, refreshSettings };
}

/** Everything that owners set up and pages need all the time. The version is read first: a change that comes between is followed next. */
async function readOwned(db: Database, configured: ShopSettings): Promise<Partial<LiveSettings>> {
  const { fixed, timeZone } = configured;
  const saved = await readSettings(db);
  const shopName = fixed.includes("shopName") ? configured.shopName : saved.shopName || configured.shopName;
  const looks = await readAppearanceForm(db);
  const deliveryOptions = await readDeliveryOptions(db);
  return {
    ...shownSettings(saved),
    deliveryOptions,
    delivery: claimedTerms(deliveryOptions),
    ...(await readMailSettings(db, { ...configured, shopName })),
    shopName,
    timeZone: fixed.includes("timeZone") ? timeZone : saved.timeZone || timeZone,
    categories: await readCategories(db),
    ...(await readShownPages(db)),
    guarantee: toGuarantee(await readGuaranteeForm(db)),
    taxes: (await readOrderTerms(db)).taxes,
    stats: toStats(looks),
    appearance: toAppearance(looks),
    feeds: await readFeedSettings(db),
  };
}
