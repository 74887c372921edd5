import { Button } from "#ui/button.tsx";
import { Table } from "#ui/table.tsx";
import { MoveForm } from "../lists/move-form.tsx";
import { Part } from "../screen/screen.tsx";

/** A pickup place as its option's screen lists it. */
interface ShownPlace {
  id: number;
  name: string;
  address: string;
  hours: string;
}

/** The field of the forms that move a place. */
export const movedPlace = "place";

/** The places of a pickup option, in the order in which customers read them. */
export function PlaceTable({ optionId, name, places }: { optionId: number; name: string; places: ShownPlace[] }) {
  return (
    <Part title="Pickup places">
      <p className="mb-4 text-soft">
        Customers choose between them at checkout, in this order. Placed orders keep their place as it was.
      </p>
      <Table
        caption="Pickup places"
        rows={places}
        keyOf={({ id }) => id}
        empty={`No places yet. In the checkout and in emails, customers read “${name}”, but no address or opening hours.`}
        room="some"
        columns={[
          {
            name: "Name",
            isTitle: true,
            cell: ({ id, name }) => (
              <a href={`/owner/delivery/${optionId}/places/${id}`} className="text-link font-medium wrap-anywhere">
                {name}
              </a>
            ),
          },
          { name: "Address", cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
          { name: "Opening hours", cell: ({ hours }) => hours && <span className="whitespace-pre-line">{hours}</span> },
          {
            name: "Order",
            cell: ({ id, name }) => (
              <MoveForm
                field={movedPlace}
                value={String(id)}
                name={name}
                isFirst={id === places[0]?.id}
                isLast={id === places.at(-1)?.id}
              />
            ),
          },
        ]}
      />
      <Button href={`/owner/delivery/${optionId}/places/new`} look="quiet" className="mt-4">
        Add pickup place
      </Button>
    </Part>
  );
}
