import type { DeliveryOption } from "#shop/delivery/delivery-option.ts";
import type { PickupPlace } from "#shop/delivery/pickup-place.ts";
import type { PlaceToday } from "#shop/delivery/places-today.ts";
import { RadioOption } from "../forms/radio-option.tsx";

interface PickupPlacesProps {
  /** At least two. */
  places: NonNullable<DeliveryOption["places"]>;
  chosen: PickupPlace | undefined;
  today: Record<number, PlaceToday>;
  onChoose: (id: number) => void;
}

/** The places of a pickup, of which one is chosen. */
export function PickupPlaces({ places, chosen, today, onChoose }: PickupPlacesProps) {
  return (
    <div className="mt-5">
      <h3 id="pickup-places-title" className="mb-3 font-sans text-base font-medium tracking-normal">
        Pickup place
      </h3>
      <div role="radiogroup" aria-labelledby="pickup-places-title" className="grid gap-3">
        {places.map((place) => (
          <RadioOption
            key={place.id}
            field="pickupPlace"
            value={place.id}
            checked={place.id === chosen?.id}
            onChange={() => onChoose(place.id)}
            label={place.name}
          >
            <PlaceFacts place={place} today={today[place.id]} isBrief={place.id !== chosen?.id} />
          </RadioOption>
        ))}
      </div>
    </div>
  );
}

interface PlaceFactsProps {
  place: PickupPlace;
  today: PlaceToday | undefined;
  /** Whether today's hours are enough. */
  isBrief?: boolean;
}

/** Address, hours and note of a place, below its name. */
export function PlaceFacts({ place: { hours, note }, today, isBrief = false }: PlaceFactsProps) {
  const lines = [today?.address, today?.hours, ...(isBrief ? [] : [hours, note])].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <span dir="auto" className="typed-text block text-sm text-soft">
      {lines.join("\n")}
    </span>
  );
}
