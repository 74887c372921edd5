import type { HistoryEntry } from "#shop/orders/views/admin.ts";
import type { Currency } from "#shop/values/currencies.ts";
import { formatPrice } from "#shop/values/money.ts";
import { useFormats } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { Table } from "#ui/table.tsx";
import { Part } from "../screen/screen.tsx";

type ShownColumn = "step" | "amountCents" | "carrier" | "tracking" | "isRestocked" | "note";

interface ShownEvent extends Pick<HistoryEntry, ShownColumn> {
  index: number;
  name: string;
  when: string;
  actor: string;
  /** The items that it is about; "" for none. */
  item: string;
  /** Where its parcel is tracked. */
  link: string | undefined;
}

interface TimelineProps {
  order: { currency: Currency };
  events: ShownEvent[];
}

/** What happened to an order, and who did it. */
export function Timeline({ order, events }: TimelineProps) {
  const formats = useFormats();
  return (
    <Part title="Timeline">
      <Table
        caption="Timeline"
        rows={events}
        keyOf={({ index }) => index}
        room="some"
        empty=""
        columns={[
          {
            name: "Date",
            isInTitle: true,
            cell: ({ when }) => <span className="tabular-nums @xs:whitespace-nowrap">{when}</span>,
          },
          { name: "Event", isTitle: true, cell: EventName },
          {
            name: "Amount",
            isNumber: true,
            cell: ({ amountCents }) =>
              amountCents !== null && formatPrice(amountCents, { ...formats, currency: order.currency }),
          },
          { name: "Details", cell: EventDetails },
        ]}
      />
    </Part>
  );
}

/** What happened and who did it, and in the stacked layout when. */
function EventName({ name, when, actor }: ShownEvent) {
  return (
    <>
      {name}
      <span className="block max-w-56 text-sm wrap-break-word text-soft stacked:max-w-none">
        <span className="hidden stacked:inline">{when} · </span>
        {actor}
      </span>
    </>
  );
}

function EventDetails({ carrier, tracking, item, step, isRestocked, note, link }: ShownEvent) {
  return (
    <>
      {(carrier || tracking) && (
        <span className="block wrap-anywhere">
          {link ? (
            <a href={link} rel="noreferrer" className="text-link">
              {carrier} {tracking}
            </a>
          ) : (
            `${carrier ?? ""} ${tracking ?? ""}`
          )}
        </span>
      )}
      {item && (
        <span className="block wrap-anywhere">
          <Sentence
            text={`${item}${step === "itemReturned" ? (isRestocked ? ", restocked" : ", not restocked") : ""}`}
            names={[item]}
          />
        </span>
      )}
      {note && (
        <span dir="auto" className="typed-text">
          {note}
        </span>
      )}
    </>
  );
}
