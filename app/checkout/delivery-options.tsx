import { type DeliveryOption, describeDays } from "#shop/delivery/delivery-option.ts";
import type { PlaceToday } from "#shop/delivery/places-today.ts";
import { calculateSums } from "#shop/orders/sums.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { Sentence } from "#ui/sentence.tsx";
import { RadioOption } from "../forms/radio-option.tsx";
import { PickupPlaces, PlaceFacts } from "./pickup-places.tsx";
import type { Checkout } from "./use-checkout.ts";

interface DeliveryOptionsProps {
  checkout: Pick<Checkout, "options" | "priced" | "discount">;
  /** Pickup places as they are today, by their IDs. */
  today: Record<number, PlaceToday>;
  /** Why the chosen option or place was refused. */
  error?: string | undefined;
}

/** The delivery options for the customer's address, of which one is chosen, in a section titled "Delivery". A single option is no choice. In a grid of two columns. */
export function DeliveryOptions({ checkout: { options, priced, discount }, today, error }: DeliveryOptionsProps) {
  const formatPrice = useFormatPrice();
  if (!options) return null;
  const { possible, option, place, isNowhere, choose, choosePlace } = options;
  const { places = [] } = option;
  const shown = places.length > 1 && place ? [option.name, place.name] : [option.name];

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
            <Sentence text={`Delivery: ${[...shown, priceOf(option)].join(", ")}`} names={shown} />
          </p>
        )}
      </div>
      {possible.length > 1 && (
        <div role="radiogroup" aria-labelledby="delivery-title" aria-describedby={error ? "delivery-error" : undefined}>
          <div className="grid gap-2 sm:gap-3">
            {possible.map((each) => (
              <RadioOption
                key={each.id}
                field="delivery"
                value={each.id}
                checked={each.id === option.id}
                onChange={() => choose(each.id)}
                label={each.name}
                end={<span className="ml-auto text-[min(1em,7vw)] font-medium tabular-nums">{priceOf(each)}</span>}
              >
                <OptionFacts option={each} today={today} />
              </RadioOption>
            ))}
          </div>
        </div>
      )}
      {possible.length === 1 && (
        <div className="flex flex-wrap items-start gap-x-3 rounded-lg border border-line px-4 py-2">
          <p className="min-w-[min(7rem,100%)] grow basis-0 wrap-anywhere">
            <span className="font-medium">{option.name}</span>
            <OptionFacts option={option} today={today} />
          </p>
          <span className="ml-auto text-[min(1em,7vw)] font-medium tabular-nums">{priceOf(option)}</span>
        </div>
      )}
      {places.length > 1 && !isNowhere && (
        <PickupPlaces places={places} chosen={place} today={today} onChoose={choosePlace} />
      )}
      {/* The line is always there: it empties while the button below is pressed, which must not move. */}
      <p id="delivery-error" role="status" className="min-h-5 py-1 text-sm text-berry sm:py-2">
        {error}
      </p>
    </div>
  );
}

/** Days and place of an option, below its name. */
function OptionFacts({ option, today }: { option: DeliveryOption } & Pick<DeliveryOptionsProps, "today">) {
  const { places: [place, ...others] = [] } = option;
  return (
    <>
      <span className="block text-sm text-soft">{describeDays(option)}</span>
      {place && others.length > 0 && (
        <span className="block text-sm text-soft">{`${others.length + 1} pickup places`}</span>
      )}
      {place && others.length === 0 && (
        <>
          <span dir="auto" className="typed-text block text-sm text-soft">
            {place.name}
          </span>
          <PlaceFacts place={place} today={today[place.id]} />
        </>
      )}
    </>
  );
}
