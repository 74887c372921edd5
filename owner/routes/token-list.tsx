import { data } from "react-router";
import { RecordUnknownError } from "#shop/forms/form-errors.ts";
import { storableText } from "#shop/forms/validate.ts";
import type { Shop } from "#shop/shop.ts";
import { lastDayOf, tokenForm } from "#shop/tokens/token-form.ts";
import { createToken, readTokens, revokeToken } from "#shop/tokens/tokens.ts";
import { formatDay, formatMoment, localDay } from "#shop/values/days.ts";
import { ownerContext } from "#web/owner-context.ts";
import { readForm } from "#web/posted-form.server.ts";
import { shopContext } from "#web/request-context.ts";
import { Activity } from "../changes/change-table.tsx";
import { readShownChanges } from "../changes/read-changes.server.ts";
import { NotSaved } from "../forms/not-saved.tsx";
import { saveForm } from "../forms/save-form.server.ts";
import { ShownOnce } from "../forms/shown-once.tsx";
import { redirectWithFlash } from "../screen/flash-message.server.ts";
import { Screen } from "../screen/screen.tsx";
import { NewTokenPart, type TypedToken } from "../tokens/new-token-form.tsx";
import { TokenTable } from "../tokens/token-table.tsx";
import type { Route } from "./+types/token-list";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, now, settings } = context.get(shopContext);
  const { timeZone, locale } = settings;
  const tokens = await readTokens(db);
  return {
    tokens: tokens.map(({ id, name, scopes, createdAt, expiresAt, lastUsedAt }) => ({
      ...{ id, name, scopes, created: localDay(createdAt, settings) },
      expires: expiresAt === null ? undefined : formatDay(lastDayOf(expiresAt, timeZone), locale),
      isExpired: expiresAt !== null && expiresAt <= now().getTime(),
      lastUsed: lastUsedAt === null ? undefined : formatMoment(lastUsedAt, settings),
    })),
    changes: await readShownChanges({ db, settings }, { kind: "token" }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email: actor } = context.get(ownerContext);
  const shop = context.get(shopContext);
  const form = await readForm(request);
  const textOf = (name: string) => storableText(String(form.get(name) ?? ""));
  if (textOf("step") === "revoke") {
    return redirectWithFlash(context, "/tokens", await revoke(shop, textOf("id"), actor));
  }
  const typed: TypedToken = {
    ...{ name: textOf("name"), expires: textOf("expires") },
    scopes: form.getAll("scopes").map(String),
  };
  const rules = tokenForm({ now: shop.now(), timeZone: shop.settings.timeZone });
  const { values, saved, rejected } = await saveForm(rules, typed, (fields) => createToken(shop, fields, actor));
  return rejected ?? data({ created: { name: values.name, token: saved } }, 201);
}

async function revoke(shop: Shop, id: string, actor: string) {
  try {
    return `Token ${await revokeToken(shop, id, actor)} revoked`;
  } catch (error) {
    if (error instanceof RecordUnknownError) return "The token was already revoked";
    throw error;
  }
}

export default function Tokens({ loaderData: { tokens, changes }, actionData }: Route.ComponentProps) {
  const created = actionData && "created" in actionData ? actionData.created : undefined;
  const rejected = actionData && "errors" in actionData ? actionData : undefined;
  return (
    <Screen
      title="Tokens"
      summary={
        <>
          With a token, a program such as a warehouse or a till works in this shop.{" "}
          <a href="/api" className="text-link">
            API reference
          </a>
        </>
      }
    >
      {created && (
        <ShownOnce
          title={`${created.name} has access`}
          label="Token"
          secret={created.token}
          hint="Copy it now, it isn't shown again. Anyone who has it can do what its scopes allow."
        />
      )}
      {rejected && (
        <NotSaved what="this form" labels={{}} typed={{ name: rejected.typed.name }} errors={rejected.errors} />
      )}
      <TokenTable tokens={tokens} />
      <div className="mt-6">
        <NewTokenPart typed={rejected?.typed} errors={rejected?.errors ?? {}} />
      </div>
      <Activity changes={changes} />
    </Screen>
  );
}
