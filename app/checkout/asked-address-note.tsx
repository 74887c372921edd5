import { type MouseEvent, useEffect, useId, useState } from "react";
import { href } from "react-router";
import type { CartLine } from "#shop/cart/cart-reducer.ts";
import type { AskedAddress } from "#shop/platforms/asked-address.ts";
import { Button } from "#ui/button.tsx";
import { Sentence } from "#ui/sentence.tsx";

interface AskedAddressNoteProps {
  /** The platform's checkout. */
  link: string;
  /** The cart's. */
  lines: CartLine[];
}

/** Above the address: where a platform asked to send its items. Nothing is filled in before the buyer has seen it. See docs/decisions/0270. */
export function AskedAddressNote({ link, lines }: AskedAddressNoteProps) {
  const asked = useAskedAddress(link);
  const textId = useId();
  if (!asked || !lines.some(({ id }) => asked.products.includes(id))) return null;
  const { platform, address } = asked;
  const text = address
    ? `${platform} asked us to send this to ${address.text}.`
    : `${platform} asked for another address. Check where we should send it.`;
  return (
    <div className="col-span-2 mb-6 grid justify-items-start gap-3 rounded-lg border border-line p-4">
      <p id={textId} role="status" className="wrap-anywhere">
        <Sentence text={text} names={[platform, address?.text]} />
      </p>
      {address && (
        <Button
          type="button"
          look="quiet"
          aria-describedby={textId}
          onClick={(event) => fillAddress(event, address.fields)}
        >
          Use this address
        </Button>
      )}
    </div>
  );
}

function useAskedAddress(link: string) {
  const [asked, setAsked] = useState<AskedAddress | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetch(href("/carts/:link/address", { link }), { signal: controller.signal })
      .then(async (answer) => answer.ok && setAsked(await answer.json()))
      // The buyer can type it.
      .catch(() => {});
    return () => controller.abort();
  }, [link]);
  return asked;
}

/** Replaces what is in the fields, as if the buyer had typed it, and moves on to the first. */
function fillAddress({ currentTarget }: MouseEvent<HTMLButtonElement>, fields: object) {
  const found = Object.entries(fields).flatMap(([name, value]) => {
    const field = currentTarget.form?.querySelector<HTMLInputElement>(`[data-field=${name}]`);
    return field ? [{ field, value }] : [];
  });
  for (const { field, value } of found) {
    if (field.type === "checkbox" && !field.checked) field.click();
    if (field.type === "checkbox") continue;
    field.value = value;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
  found.find(({ field }) => field.type !== "checkbox")?.field.focus();
}
