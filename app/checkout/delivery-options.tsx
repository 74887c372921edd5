import type { DeliveryTime } from "#shop/delivery/delivery.ts";
import { type DeliveryOption, describeDays } from "#shop/delivery/delivery-option.ts";
import { calculateSums } from "#shop/orders/sums.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { RadioOption } from "../forms/radio-option.tsx";
import type { Checkout } from "./use-checkout.ts";

interface DeliveryOptionsProps {
  checkout: Pick<Checkout, "options" | "priced" | "discount">;
  /** Why the chosen option was refused. */
  error?: string | undefined;
}

/** The delivery options for the customer's address, of which one is chosen, in a section titled "Delivery". A single option is no choice. In a grid of two columns. */
export function DeliveryOptions({ checkout: { options, priced, discount }, error }: DeliveryOptionsProps) {
  const formatPrice = useFormatPrice();
  if (!options) return null;
  const { possible, option, isNowhere, choose } = options;

  function priceOf(option: DeliveryOption) {
    const { deliveryCents } = calculateSums(priced, { delivery: option, discount });
    return deliveryCents > 0 ? formatPrice(deliveryCents) : "Free";
  }

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
          <div className="grid gap-3">
            {possible.map((each) => (
              <RadioOption
                key={each.id}
                field="delivery"
                value={each.id}
                checked={each.id === option.id}
                onChange={() => choose(each.id)}
                label={each.name}
                end={<span className="font-medium tabular-nums">{priceOf(each)}</span>}
              >
                <OptionFacts {...each} />
              </RadioOption>
            ))}
          </div>
        </div>
      )}
      {possible.length === 1 && (
        <div className="flex items-start gap-3 rounded-lg border border-line px-4 py-2">
          <p className="min-w-0 grow wrap-anywhere">
            <span className="font-medium">{option.name}</span>
            <OptionFacts {...option} />
          </p>
          <span className="font-medium tabular-nums">{priceOf(option)}</span>
        </div>
      )}
      {/* The line is always there: it empties while the button below is pressed, which must not move. */}
      <p id="delivery-error" role="status" className="min-h-5 py-2 text-sm text-berry">
        {error}
      </p>
    </div>
  );
}

/** Days and place of an option, below its name. */
function OptionFacts(option: DeliveryTime & Pick<DeliveryOption, "isPickup" | "pickupPlace">) {
  return (
    <>
      <span className="block text-sm text-soft">{describeDays(option)}</span>
      {option.pickupPlace && (
        <span dir="auto" className="typed-text block text-sm text-soft">
          {option.pickupPlace}
        </span>
      )}
    </>
  );
}
