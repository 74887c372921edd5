import { data, href } from "react-router";
import { readOrderMail } from "#shop/mail/order-mails.ts";
import { formatMoment } from "#shop/values/days.ts";
import { Button } from "#ui/button.tsx";
import { shopContext } from "#web/request-context.ts";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/order-mail";

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const mail = await readOrderMail({ db, settings }, params.orderNumber, params.mailId);
  if (!mail) throw data(null, 404);
  const { html, sentAt, ...shown } = mail;
  return { mail: { ...shown, isSeen: html !== undefined, when: formatMoment(sentAt, settings) } };
}

export default function OrderMail({ loaderData: { mail }, params }: Route.ComponentProps) {
  const { subject, recipient, when, files, text, isSeen } = mail;
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
          {files.map((file) => (
            <li key={file.name} className="wrap-anywhere">
              <FileName orderNumber={params.orderNumber} file={file} />
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

type File = Route.ComponentProps["loaderData"]["mail"]["files"][number];

/** Links to what the shop still has. */
function FileName({ orderNumber, file: { name, document, returnId } }: { orderNumber: string; file: File }) {
  const order = `/owner/orders/${orderNumber}`;
  const address = document
    ? `${order}/invoice.pdf?number=${encodeURIComponent(document)}`
    : returnId && `${order}/returns/${returnId}/label.pdf`;
  if (!address) return name;
  return (
    <a href={address} className="text-link">
      {name}
    </a>
  );
}
