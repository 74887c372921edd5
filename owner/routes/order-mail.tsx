import { data, href } from "react-router";
import { type OpenedMail, readOrderMail } from "#shop/mail/order-mails.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
import { shopContext } from "#web/request-context.ts";
import { returnLabelAddress } from "../orders/shown-returns.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/order-mail";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const mail = await readOrderMail({ db, settings }, params.orderNumber, params.mailId);
  if (!mail) throw data(null, 404);
  const { subject, recipient, text, html, sentAt, files } = mail;
  return {
    ...{ subject, recipient, text, isSeen: html !== undefined, when: formatMoment(sentAt, settings) },
    files: files.map((file) => ({ name: file.name, address: addressOf(file, params.orderNumber) })),
  };
}

/** Where the shop still has a file. */
function addressOf({ document, returnId }: OpenedMail["files"][number], orderNumber: string) {
  if (document) return `/owner/orders/${orderNumber}/invoice.pdf?number=${encodeURIComponent(document)}`;
  return returnId && returnLabelAddress(orderNumber, returnId);
}

export default function OrderMail({ loaderData, params }: Route.ComponentProps) {
  const { subject, recipient, when, files, text, isSeen } = loaderData;
  return (
    <Screen
      title={subject}
      summary={<span className="wrap-anywhere">{`Sent to ${recipient}, ${when}`}</span>}
      actions={
        <Button href={`/owner/orders/${params.orderNumber}`} look="quiet">
          Order
        </Button>
      }
    >
      {files.length > 0 && (
        <ul aria-label="Attachments" className="mb-4 flex flex-wrap gap-4">
          {files.map(({ name, address }) => (
            <li key={name} className="wrap-anywhere">
              {address ? (
                <a href={address} className="text-link">
                  {name}
                </a>
              ) : (
                name
              )}
            </li>
          ))}
        </ul>
      )}
      {isSeen ? (
        <iframe
          title={`Email: ${subject}`}
          src={`/owner${href("/orders/:orderNumber/mails/:mailId/mail.html", params)}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="seen-mail"
        />
      ) : (
        <p dir="auto" className="max-w-3xl typed-text text-start">
          {text}
        </p>
      )}
    </Screen>
  );
}
