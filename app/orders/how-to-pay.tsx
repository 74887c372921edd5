import type { describeHowToPay } from "#shop/orders/payment/how-to-pay.ts";

/** How a customer pays outside the shop. */
export function HowToPay({ instructions, facts, request }: NonNullable<ReturnType<typeof describeHowToPay>>) {
  return (
    <section aria-labelledby="how-to-pay" className="border-b border-line py-6">
      <h2 id="how-to-pay" className="mb-2 text-2xl">
        How to pay
      </h2>
      {instructions && (
        <p dir="auto" className="typed-text text-start">
          {instructions}
        </p>
      )}
      {facts.length > 0 && (
        <dl className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-x-8 gap-y-3 tabular-nums">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-soft">{name}</dt>
              <dd className="font-medium wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-2 text-soft">{request}</p>
    </section>
  );
}
