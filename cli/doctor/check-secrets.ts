import type { Database } from "#database/connect.ts";
import { countUnreadableAuthenticators } from "#shop/accounts/authenticator.ts";
import { unseal } from "#shop/secrets/seal.ts";
import { type Check, ok, problem, type Result, type Setup } from "./finding.ts";

export const secretChecks: Check[] = [{ name: "Saved secrets", needsDatabase: true, look: checkSavedSecrets }];

/** After a restore or a move with another `AUTH_SECRET`, what the database keeps encrypted can't be read. The shop makes its signing keys again by itself. */
async function checkSavedSecrets({ config, connection: { db } }: Setup): Promise<Result> {
  const lost = [
    [await countUnreadableAuthenticators({ db, settings: config }), "authenticator apps"],
    [await countUnreadableWebhooks(db, config.authSecret), "webhooks"],
  ] as const;
  const unread = lost.filter(([count]) => count > 0).map(([count, name]) => `${name} (${count})`);
  if (unread.length === 0) return ok("AUTH_SECRET opens all");
  return problem(
    `They were saved with another AUTH_SECRET: ${unread.join(", ")}`,
    "Put the earlier AUTH_SECRET back, which also keeps everyone signed in. Else make new secrets for webhooks, and customers set up their apps again by a recovery code.",
  );
}

async function countUnreadableWebhooks(db: Database, authSecret: string) {
  const rows = await db.selectFrom("webhooks").select("secret").execute();
  return rows.filter(({ secret }) => unseal(secret, authSecret) === undefined).length;
}
