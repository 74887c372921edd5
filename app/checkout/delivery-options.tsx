import type { DeliveryOption } from "#shop/delivery/delivery-option.ts";
import { useFormatPrice } from "#ui/currency.ts";
import { Sentence } from "#ui/sentence.tsx";
import type { DeliveryState } from "./use-delivery.ts";

interface DeliveryOptionsProps {
  state: DeliveryState;
  /** What an option costs with this cart, in cents. */
  costOf: (option: DeliveryOption) => number;
  /** Why the chosen option was refused. */
  error?: string | undefined;
}

/** The delivery options for the customer's address, of which one is chosen. A single option is no choice. */
export function DeliveryOptions({
  state: { possible, option, isNowhere, choose },
  costOf,
  error,
}: DeliveryOptionsProps) {
  const formatPrice = useFormatPrice();
  const priceOf = (each: DeliveryOption) => (costOf(each) > 0 ? formatPrice(costOf(each)) : "Free");
  return (
    <div className="col-span-2">
      <div role="status">
        {isNowhere ? (
          <p className="mb-4 rounded-lg border border-berry p-4 text-sm">
            We don't deliver to this address. Check its zip code and country.
          </p>
        ) : (
          // Read out when the address or the choice changes it.
          <p className="sr-only">
            <Sentence text={`Delivery: ${option.name}, ${priceOf(option)}`} names={[option.name]} />
          </p>
        )}
      </div>
      {possible.length > 1 && (
        <div role="radiogroup" aria-labelledby="delivery-title" aria-describedby={error ? "delivery-error" : undefined}>
          <p id="delivery-title" className="mb-1.5 text-sm font-medium">
            Delivery
          </p>
          <div className="grid gap-3">
            {possible.map((each) => (
              <label key={each.id} className="flex items-start gap-3 rounded-lg border border-line px-4 py-2">
                <input
                  type="radio"
                  name="delivery"
                  value={each.id}
                  data-field="delivery"
                  checked={each.id === option.id}
                  onChange={() => choose(each.id)}
                  className="mt-1 size-5 shrink-0 accent-spruce"
                />
                <span className="min-w-0 grow wrap-anywhere">
                  <span className="font-medium">{each.name}</span>
                  <span className="block text-sm text-soft">{describeDays(each)}</span>
                  {each.pickupPlace && (
                    <span dir="auto" className="typed-text block text-sm text-soft">
                      {each.pickupPlace}
                    </span>
                  )}
                </span>
                <span className="font-medium tabular-nums">{priceOf(each)}</span>
              </label>
            ))}
          </div>
        </div>
      )}
      {/* The line is always there: it empties while the button below is pressed, which must not move. */}
      <p id="delivery-error" role="status" className="min-h-5 py-2 text-sm text-berry">
        {error}
      </p>
    </div>
  );
}

function describeDays({ days, isPickup }: DeliveryOption) {
  const time = `${days} ${days === 1 ? "day" : "days"}`;
  return isPickup ? `Ready for pickup in ${time}` : `Estimated delivery in ${time}`;
}
