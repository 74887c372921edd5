import { countFoundOrders } from "#shop/orders/views/find-orders.ts";
import { readParcels } from "#shop/orders/views/read-parcels.ts";
import { sellerLines } from "#shop/settings/settings.ts";
import { localDay } from "#shop/values/days.ts";
import { isOrderNumber } from "#shop/values/order-number.ts";
import { Button } from "#ui/button.tsx";
import { OptionsText } from "#ui/options-text.tsx";
import { shopContext } from "#web/request-context.ts";
import { withQuery } from "../addresses.ts";
import { requireListPage } from "../lists/list-query.server.ts";
import { PrintButton } from "../screen/print-button.tsx";
import { Screen } from "../screen/screen.tsx";
import type { Route } from "./+types/packing-slips";

/** Slips of one page. */
const mostSlips = 100;

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db, settings } = context.get(shopContext);
  const asked = url.searchParams.getAll("order").filter(isOrderNumber).slice(0, mostSlips);
  const skip = Number(/^\d{1,6}$/.exec(url.searchParams.get("skip") ?? "")?.[0] ?? 0);
  const sendsUnpaid = settings.invoiceTerms?.sendsUnpaid;
  const parcels = await readParcels(db, asked, mostSlips, { skip, sendsUnpaid });
  const toSend = sendsUnpaid ? { isToSend: true } : { state: "paid" as const, isWithdrawn: false };
  const total = asked.length > 0 ? parcels.length : await countFoundOrders(db, toSend);
  const last = Math.max(0, Math.ceil(total / mostSlips) - 1) * mostSlips;
  requireListPage(url, { rows: parcels, cursor: skip, name: "skip", last });
  return {
    skip,
    total,
    shopName: settings.shopName,
    seller: sellerLines(settings)?.slice(1) ?? [],
    parcels: parcels.map(({ createdAt, ...parcel }) => ({
      ...parcel,
      day: localDay(createdAt, settings),
    })),
  };
}

export default function PackingSlips({ loaderData: { shopName, seller, skip, total, parcels } }: Route.ComponentProps) {
  return (
    <Screen
      title={parcels.length === 1 ? "Packing slip" : "Packing slips"}
      summary={parcels.length > 0 ? "Each packing slip is printed on a sheet of its own." : "No orders to fulfil."}
      printsContentOnly
      actions={
        <>
          {total > mostSlips && (
            <>
              <span className="self-center text-soft">{`Slips ${skip + 1}–${skip + parcels.length} of ${total}`}</span>
              {skip > 0 && (
                <Button href={withQuery("/owner/packing-slips", { skip: Math.max(0, skip - mostSlips) })} look="quiet">
                  Previous {mostSlips}
                </Button>
              )}
              {skip + parcels.length < total && (
                <Button href={withQuery("/owner/packing-slips", { skip: skip + mostSlips })} look="quiet">
                  Next {Math.min(mostSlips, total - skip - parcels.length)}
                </Button>
              )}
            </>
          )}
          {parcels.length > 0 && <PrintButton />}
        </>
      }
    >
      {parcels.map(({ orderNumber, name, company, address, phone, delivery, isPickup, place, notes, day, lines }) => (
        <article
          key={orderNumber}
          aria-label={`Packing slip for order ${orderNumber}`}
          className="mb-8 break-after-page rounded-lg border border-line p-4 last:break-after-auto sm:p-6 print:border-0 print:p-0"
        >
          <p dir="auto" className="font-display text-2xl font-semibold">
            {shopName}
          </p>
          {seller.length > 0 && (
            <p dir="auto" className="typed-text text-sm">
              {seller.join("\n")}
            </p>
          )}
          <div className="mt-6 flex flex-wrap justify-between gap-6">
            <address className="typed-text text-lg not-italic">
              {company !== null && (
                <>
                  {company}
                  <br />
                </>
              )}
              {name}
              {!isPickup && (
                <>
                  <br />
                  {address}
                </>
              )}
              {phone !== null && (
                <>
                  <br />
                  {phone}
                </>
              )}
            </address>
            <p className="min-w-0 text-right wrap-anywhere">
              Order <strong className="tabular-nums">{orderNumber}</strong>
              <br />
              {day}
              {delivery !== null && (
                <>
                  <br />
                  {isPickup ? "Pickup" : "Delivery"}: <strong>{delivery}</strong>
                </>
              )}
              {place !== null && (
                <>
                  <br />
                  {place}
                </>
              )}
            </p>
          </div>
          {notes.map(([name, text]) => (
            <p key={name} className="mt-6 whitespace-pre-line wrap-anywhere">
              {name}: <strong>{text}</strong>
            </p>
          ))}
          <table className="mt-6 w-full border-collapse text-left">
            <thead>
              <tr>
                <th scope="col" className="border-b border-field py-2 font-medium">
                  Product
                </th>
                <th scope="col" className="border-b border-field py-2 text-right font-medium">
                  Quantity
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ productId, title, options, sku, quantity }) => (
                <tr key={productId}>
                  <td className="border-b border-line py-2 wrap-anywhere">
                    {title}
                    <OptionsText options={options} sku={sku} className="print:text-ink" />
                  </td>
                  <td className="border-b border-line py-2 text-right tabular-nums">{quantity}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </article>
      ))}
    </Screen>
  );
}
