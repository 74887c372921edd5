import { data } from "react-router";
import { formatMoment } from "#shop/days.ts";
import { standardDelivery } from "#shop/orders/delivery.ts";
import { readChanges } from "#shop/owners/change-log.ts";
import { FactsChangedError, factsForm, readFacts, type ShopFacts, saveFacts } from "#shop/owners/shop-facts.ts";
import { textFields, validate } from "#shop/validate.ts";
import { ownerContext } from "#web/owner-context.ts";
import { shopContext } from "#web/request-context.ts";
import { readForm } from "../../app/forms/posted-form.server.ts";
import { Alert, saidId } from "../components/alert.tsx";
import { ChangeTable } from "../components/change-table.tsx";
import { TextField } from "../components/form-fields.tsx";
import { redirectWithNotice } from "../components/notice.server.ts";
import { Part, Screen } from "../components/screen.tsx";
import type { Route } from "./+types/settings";

const shownChanges = 20;

export async function loader({ context }: Route.LoaderArgs) {
  if (context.get(ownerContext).role !== "owner") throw data(null, 403);
  const { db, settings } = context.get(shopContext);
  const changes = await readChanges(db, { kind: "settings", limit: shownChanges });
  return {
    facts: await readFacts(db),
    fixed: settings.fixed,
    now: { shopName: settings.shopName, timeZone: settings.timeZone, figures: settings.figures },
    changes: changes.map(({ createdAt, ...change }) => ({
      ...change,
      when: formatMoment(createdAt, settings.timeZone),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email: actor, role } = context.get(ownerContext);
  if (role !== "owner") throw data(null, 403);
  const shop = context.get(shopContext);
  const posted = textFields(await readForm(request));
  // What the environment sets isn't in the form, and stays as it was.
  const kept = shop.settings.fixed.map((name) => [name, posted[seenPrefix + name] ?? ""]);
  const typed: Record<string, string> = { ...posted, ...Object.fromEntries(kept) };
  const { values, errors } = validate(factsForm, typed);
  if (errors) return data({ errors, typed, changed: undefined }, 400);
  const seen = validate(factsForm, seenFields(typed)).values;
  try {
    await saveFacts(shop, values, { seen: seen ?? values, actor });
  } catch (error) {
    if (!(error instanceof FactsChangedError)) throw error;
    return data({ errors: undefined, typed, changed: await readFacts(shop.db) }, 409);
  }
  await shop.followFacts();
  return redirectWithNotice("/settings", "It is saved");
}

const seenPrefix = "seen-";

/** What a form's owner saw as they began to write. */
function seenFields(typed: Record<string, string>) {
  const seen = Object.entries(typed).filter(([name]) => name.startsWith(seenPrefix));
  return Object.fromEntries(seen.map(([name, value]) => [name.slice(seenPrefix.length), value]));
}

const names: Record<keyof ShopFacts, string> = {
  shopName: "Shop's name",
  timeZone: "Time zone",
  sellerAddress: "Address",
  organisationNumber: "Organisation number",
  sellerEmail: "Email",
  sellerPhone: "Phone",
  deliveryPrice: "Price",
  deliveryFreeFrom: "Free from",
  deliveryDays: "Days",
  value1: "First figure",
  label1: "First figure: of what",
  value2: "Second figure",
  label2: "Second figure: of what",
  value3: "Third figure",
  label3: "Third figure: of what",
  value4: "Fourth figure",
  label4: "Fourth figure: of what",
};

export default function Settings({ loaderData: { facts, fixed, now, changes }, actionData }: Route.ComponentProps) {
  const seen = actionData?.changed ?? facts;
  const field = (name: keyof ShopFacts) => ({
    name,
    label: names[name],
    defaultValue: actionData?.typed[name] ?? facts[name],
    error: actionData?.errors?.[name],
  });
  const byEnvironment = (name: "shopName" | "timeZone", variable: string) =>
    fixed.includes(name) && {
      defaultValue: now[name],
      disabled: true,
      hint: `Set by ${variable}`,
    };
  return (
    <Screen title="Settings" summary="What is left empty is as it comes. Shoppers see changes within a second.">
      {actionData?.errors && <Alert>{notSaved(Object.keys(actionData.errors).length)}</Alert>}
      {actionData?.changed && <Changed typed={actionData.typed} changed={actionData.changed} />}
      <form method="post" action={`#${saidId}`} className="mb-8 max-w-3xl">
        {Object.entries(seen).map(([name, value]) => (
          <input key={name} type="hidden" name={seenPrefix + name} value={value} />
        ))}
        <Part title="The shop">
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...field("shopName")} placeholder={now.shopName} {...byEnvironment("shopName", "SHOP_NAME")} />
            <TextField
              {...field("timeZone")}
              placeholder={now.timeZone}
              {...byEnvironment("timeZone", "SHOP_TIME_ZONE")}
            />
          </div>
        </Part>
        <Part title="Who sells">
          <p className="mb-4 text-soft">It stands on the contact page.</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...field("sellerAddress")} />
            <TextField {...field("organisationNumber")} />
            <TextField {...field("sellerEmail")} type="email" />
            <TextField {...field("sellerPhone")} />
          </div>
        </Part>
        <Part title="Delivery">
          <p className="mb-4 text-soft">
            What it costs, and how long it takes. Orders that are placed keep what they were told.
          </p>
          <div className="grid gap-4 sm:grid-cols-3">
            <TextField
              {...field("deliveryPrice")}
              inputMode="decimal"
              placeholder="0.00"
              hint="In dollars. Empty: it costs nothing"
            />
            <TextField
              {...field("deliveryFreeFrom")}
              inputMode="decimal"
              placeholder="Never"
              hint="The subtotal from which it costs nothing"
            />
            <TextField
              {...field("deliveryDays")}
              inputMode="numeric"
              placeholder={String(standardDelivery.days)}
              hint="From the order to its arrival, 1 to 60"
            />
          </div>
        </Part>
        <Part title="The home page's figures">
          <div className="grid gap-4 sm:grid-cols-2">
            {([1, 2, 3, 4] as const).flatMap((number) => [
              <TextField
                key={`value${number}`}
                {...field(`value${number}`)}
                placeholder={now.figures[number - 1]?.value}
              />,
              <TextField
                key={`label${number}`}
                {...field(`label${number}`)}
                placeholder={now.figures[number - 1]?.label}
              />,
            ])}
          </div>
        </Part>
        <button type="submit" className="button button-main">
          Save
        </button>
      </form>
      <Part title="Log">
        <ChangeTable changes={changes} empty="Nothing was changed here yet." />
      </Part>
    </Screen>
  );
}

function notSaved(wrong: number) {
  return `Nothing was saved: ${wrong === 1 ? "one field" : `${wrong} fields`} can't be so.`;
}

/** Says what somebody else has saved meanwhile, beside what was written here. */
function Changed({ typed, changed }: { typed: Record<string, string>; changed: ShopFacts }) {
  const fields = (Object.keys(changed) as (keyof ShopFacts)[]).filter(
    (name) => typed[seenPrefix + name] !== changed[name],
  );
  return (
    <Alert>
      <p className="font-medium">
        Somebody else has changed this meanwhile, so nothing was saved. Save again to have it your way.
      </p>
      <ul className="mt-1 list-disc pl-5">
        {fields.map((name) => (
          <li key={name} className="wrap-anywhere">
            {names[name]}: it is now “{changed[name]}”, and you wrote “{typed[name]}”
          </li>
        ))}
      </ul>
    </Alert>
  );
}
