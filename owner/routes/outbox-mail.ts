import { data } from "react-router";
import { isStorableText } from "#shop/forms/validate.ts";
import { readOutboxMessage } from "#shop/mail/outbox.ts";
import { shopContext } from "#web/request-context.ts";
import { startDownload } from "../downloads/start-download.server.ts";
import type { Route } from "./+types/outbox-mail";

/** An email of the outbox, for a mail program. Its links work, so it needs the right to let people in. @throws 404 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  startDownload(request);
  const { db } = context.get(shopContext);
  const message = isStorableText(params.id) ? await readOutboxMessage(db, params.id) : undefined;
  if (message === undefined) throw data(null, 404);
  const headers = { "Content-Type": "message/rfc822", "Content-Disposition": 'attachment; filename="email.eml"' };
  return new Response(message, { headers });
}
