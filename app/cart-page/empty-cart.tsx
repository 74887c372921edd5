import { href } from "react-router";
import { Button } from "#ui/button.tsx";
import { BagIcon } from "#ui/icons.tsx";

export function EmptyCart() {
  return (
    <div className="flex flex-col items-center gap-5 py-20 text-center">
      <BagIcon className="size-14 text-faint" />
      <p className="text-lg">Your cart is empty.</p>
      <Button to={href("/products")} prefetch="intent">
        Browse products
      </Button>
    </div>
  );
}
