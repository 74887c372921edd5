import { data } from "react-router";
import { hasSecondFactor } from "#shop/accounts/second-factor.ts";
import { FormRefusedError } from "#shop/forms/form-errors.ts";
import { decimalsIn } from "#shop/forms/form-rules.ts";
import { textFields, validate } from "#shop/forms/validate.ts";
import { keptYearsOf } from "#shop/settings/kept-years.ts";
import {
  CurrencyLockedError,
  hasOrders,
  readSettings,
  type StoredSettings,
  saveSettings,
  settingsForm,
  unpaidTermsOf,
} from "#shop/settings/settings.ts";
import { defaultCountries } from "#shop/values/countries.ts";
import { doubtAboutOrganisationNumber, doubtAboutPhone } from "#shop/values/seller-numbers.ts";
import { Button } from "#ui/button.tsx";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { withChosenCountries } from "../forms/country-choices.ts";
import { plainDecimals } from "../forms/decimal-fields.ts";
import { CheckboxField, TextField } from "../forms/form-fields.tsx";
import type { FieldGroups } from "../forms/merge-edit.ts";
import { readOriginal } from "../forms/original-values.tsx";
import { saveEdit } from "../forms/save-form.server.ts";
import { RecordScreen } from "../records/record-screen.tsx";
import { redirectWithUndo } from "../screen/flash-message.server.ts";
import { CheckoutPart } from "../settings/checkout-part.tsx";
import { currencyLocked, GeneralPart } from "../settings/general-part.tsx";
import { InvoicesPart } from "../settings/invoices-part.tsx";
import { ReturnsPart } from "../settings/returns-part.tsx";
import { SellerPart } from "../settings/seller-part.tsx";
import { fieldsOf, type SettingFields } from "../settings/setting-fields.ts";
import { SettingIndex, SettingPart } from "../settings/setting-part.tsx";
import { settingLabels } from "../settings/setting-sections.ts";
import type { Route } from "./+types/edit-settings";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, settings, payments } = context.get(shopContext);
  const saved = await readSettings(db);
  return {
    saved,
    fixed: settings.fixed,
    now: {
      shopName: settings.shopName,
      timeZone: settings.timeZone,
      stats: settings.stats,
      currency: settings.currency,
      unpaid: unpaidTermsOf(saved),
      keptYears: keptYearsOf("", settings.countries),
    },
    isCurrencyLocked: await hasOrders(db),
    doubts: {
      organisationNumber: doubtAboutOrganisationNumber(
        saved.organisationNumber,
        settings.taxes.abroad?.country ?? settings.countries[0]?.code ?? "",
      ),
      sellerPhone: doubtAboutPhone(saved.sellerPhone),
    },
    hasProvider: payments.size > 0,
    changes: await readShownChanges({ db, settings }, { kind: "settings", role: context.get(ownerContext).role }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { uid, email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const decimals = decimalsIn(settingsForm);
  const posted = withChosenCountries(
    plainDecimals(textFields(await readForm(request)), decimals, shop.settings),
    defaultCountries.map(({ code }) => code),
  );
  // Fields that can't be changed aren't in the form and keep their values.
  const fixed = [...shop.settings.fixed, ...(posted.currency === undefined ? (["currency"] as const) : [])];
  const seen = readOriginal(posted);
  const kept = fixed.map((name) => [name, seen[name] ?? ""]);
  const typed: Record<string, string> = { ...posted, ...Object.fromEntries(kept) };
  const save = async (values: StoredSettings, opened: Record<string, string>) => {
    const isNew = values.staffSecondStep !== "" && !shop.settings.staffSecondStep;
    if (isNew && !(await hasSecondFactor(shop.db, uid))) throw new FormRefusedError({ staffSecondStep: withoutOwn });
    const original = validate(settingsForm, opened).values ?? (opened as StoredSettings);
    await saveSettings(shop, values, { original, actor }).catch((error) => {
      throw error instanceof CurrencyLockedError ? new FormRefusedError({ currency: currencyLocked }) : error;
    });
  };
  const { rejected } = await saveEdit(settingsForm, typed, save, { together });
  if (rejected) return data({ ...rejected.data, decimals }, rejected.init ?? {});
  await shop.refreshSettings();
  return redirectWithUndo(context, "/settings", "Settings saved");
}

/** An amount and its currency, an account and its bank, a KID's prefix and its length. */
const together: FieldGroups<keyof StoredSettings> = [
  ["currency", "unpaidAmount"],
  ["bankAccount", "bic"],
  ["kidPrefix", "kidLength"],
];

const withoutOwn = "Set up two-step verification for yourself first, on your account page (/account)";

export default function Settings(screen: Route.ComponentProps) {
  const { saved, now, hasProvider } = screen.loaderData;
  return (
    <RecordScreen
      {...screen}
      title="Settings"
      summary="Empty fields use the default. Changes appear in the shop within a second."
      what="these settings"
      labels={settingLabels}
      layout="max-w-3xl"
      index={<SettingIndex />}
      fields={(form) => (
        <>
          <GeneralPart {...fieldsOf(form)} {...screen.loaderData} />
          <SellerPart {...fieldsOf(form)} doubts={screen.loaderData.doubts} />
          <ProductListsPart {...fieldsOf(form)} />
          <CheckoutPart {...fieldsOf(form)} {...{ saved, hasProvider }} unpaid={now.unpaid} currency={now.currency} />
          <InvoicesPart {...fieldsOf(form)} kidPrefix={saved.kidPrefix} />
          <ReturnsPart {...fieldsOf(form)} />
          <SecurityPart {...fieldsOf(form)} />
          <PrivacyPart {...fieldsOf(form)} keptYears={now.keptYears} />
        </>
      )}
    >
      <BackupAndMove />
    </RecordScreen>
  );
}

function SecurityPart({ checkbox }: Pick<SettingFields, "checkbox">) {
  return (
    <SettingPart section="security">
      <CheckboxField
        {...checkbox("staffSecondStep")}
        hint="You and everyone with a role then need two-step verification to open the back office. Anyone without it is sent to their account page to set it up. Set it up for yourself first."
      />
    </SettingPart>
  );
}

function PrivacyPart({ field, keptYears }: Pick<SettingFields, "field"> & { keptYears: number }) {
  return (
    <SettingPart section="privacy">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...field("keptYears")}
          inputMode="numeric"
          placeholder={String(keptYears)}
          hint="Years that bookkeeping asks for, after the year of the order. Then customers who deleted their account are removed from it."
        />
      </div>
    </SettingPart>
  );
}

function ProductListsPart({ checkbox }: Pick<SettingFields, "checkbox">) {
  return (
    <SettingPart section="lists">
      <CheckboxField {...checkbox("newestSort")} hint="By when you added them" />
      <CheckboxField
        {...checkbox("bestSellingSort")}
        hint="By the pieces sold in the last 90 days, counted every ten minutes"
        className="mt-3"
      />
      <CheckboxField
        {...checkbox("hideSoldOut")}
        hint="In lists, searches and counts. Their own pages stay, so that customers can ask for an email once they're back."
        className="mt-3"
      />
    </SettingPart>
  );
}

function BackupAndMove() {
  return (
    <>
      <SettingPart section="backup">
        <p className="mb-4 text-soft">
          One file with everything the shop knows, passwords and customers included. Keep it somewhere safe.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button href="/owner/backup" look="quiet">
            Download backup
          </Button>
          <Button href="/owner/restore" look="quiet">
            Restore a backup
          </Button>
        </div>
      </SettingPart>
      <SettingPart section="move">
        <p className="mb-4 text-soft">
          Everything set up here and under Categories in one file, without products, orders and pictures.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button href="/owner/settings.json" look="quiet">
            Export settings
          </Button>
          <Button href="/owner/settings/import" look="quiet">
            Import settings
          </Button>
        </div>
      </SettingPart>
    </>
  );
}
