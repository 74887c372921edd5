import { formatNumber } from "#shop/values/written-numbers.ts";
import { Button } from "#ui/button.tsx";
import { useFormats } from "#ui/formats.ts";
import { Table } from "#ui/table.tsx";
import { PostForm } from "../forms/post-form.tsx";

/** A message as its webhook's screen shows it; moments in words. */
export interface ShownDelivery {
  id: number;
  type: string;
  subject: string;
  when: string;
  state: "waiting" | "delivered" | "failed";
  attempts: number;
  nextTry: string | undefined;
  tried: string | undefined;
  status: number | null;
  answer: string | null;
  problem: string | null;
  tookMs: number | null;
  messageId: string;
  data: string | null;
}

/** The messages of a webhook, each with what came of it and a button that sends it again. */
export function DeliveryTable({ deliveries }: { deliveries: ShownDelivery[] }) {
  return (
    <Table
      caption="Deliveries"
      rows={deliveries}
      keyOf={({ id }) => id}
      empty="Nothing was sent yet."
      room="some"
      columns={[
        {
          name: "Event",
          isTitle: true,
          cell: ({ type, subject, when }) => (
            <>
              <span className="font-medium wrap-anywhere">{type}</span>
              <span className="block text-sm text-soft wrap-anywhere">
                {type === "webhook.test" ? when : `${subject}, ${when}`}
              </span>
            </>
          ),
        },
        { name: "State", cell: (delivery) => <State {...delivery} /> },
        { name: "Answer", cell: (delivery) => <Answer {...delivery} /> },
        {
          name: "Send again",
          heading: <span className="sr-only">Send again</span>,
          isTitle: true,
          cell: ({ id, type, subject }) => (
            <PostForm step="again" className="flex justify-end stacked:justify-start stacked:mt-1">
              <input type="hidden" name="delivery" value={id} />
              <Button look="quiet" aria-label={`Send again: ${type} of ${subject}`}>
                Send again
              </Button>
            </PostForm>
          ),
        },
      ]}
    />
  );
}

function State({ state, attempts, nextTry }: ShownDelivery) {
  if (state === "delivered") return `Delivered${attempts > 1 ? ` at attempt ${attempts}` : ""}`;
  if (state === "failed") return <span className="text-berry">Given up after {attempts} attempts</span>;
  if (attempts === 0) return "Waiting";
  return (
    <>
      <span className="text-berry">
        {attempts} failed {attempts === 1 ? "attempt" : "attempts"}
      </span>
      <span className="block text-sm text-soft">Next {nextTry}</span>
    </>
  );
}

function Answer({ status, answer, problem, tookMs, tried, messageId, data }: ShownDelivery) {
  const formats = useFormats();
  if (tried === undefined) return problem ?? "None yet";
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4 wrap-anywhere sm:min-h-0">
        {problem ?? status}
      </summary>
      <div className="mt-2 grid max-w-xl gap-2 text-sm">
        <p className="text-soft wrap-anywhere">
          {tried}
          {tookMs !== null && `, ${formatNumber(tookMs, formats)} ms`}, {messageId}
        </p>
        {answer && <Text label="Answer" text={answer} />}
        {data && <Text label="Sent" text={data} />}
      </div>
    </details>
  );
}

function Text({ label, text }: { label: string; text: string }) {
  return (
    <section aria-label={label}>
      <h3 className="font-medium">{label}</h3>
      <pre
        className="mt-1 max-h-48 overflow-auto rounded-lg bg-ground p-3 text-xs whitespace-pre-wrap wrap-anywhere"
        dir="ltr"
      >
        {text}
      </pre>
    </section>
  );
}
