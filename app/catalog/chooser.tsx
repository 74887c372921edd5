import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { ShownProduct } from "#shop/catalog/product.ts";
import { fullTitle } from "#shop/values/product-options.ts";
import { useFormatPrice } from "#ui/formats.ts";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import type { StayingState } from "../navigation/pending-page.tsx";
import type { ComingVariant } from "./buy-bar.tsx";
import { useBackdrop } from "./category-backdrop.ts";
import { ColorDots } from "./color-dots.tsx";
import { listBehind } from "./list-behind.ts";

/** What a product's page lets choose among siblings. */
export interface ShownChoice {
  options: { name: string; values: ShownValue[] }[];
  /** Siblings to which no value leads. */
  others: { to: string; label: string; note?: string }[];
}

interface ShownValue {
  value: string;
  to: string;
  isChosen: boolean;
  /** Whether there is one with the other chosen values. */
  isMade: boolean;
  /** Why it can't be bought like this. */
  note?: string;
  /** What it looks like: a picture, or a color (CSS). */
  picture?: string;
  color?: string;
}

interface ChooserProps {
  choice: ShownChoice;
  product: ShownProduct;
  coming: RefObject<ComingVariant | undefined>;
}

/**
 * The options of a product with siblings: a link for each value, to the sibling that has it. Where scripts run, the page stays where it is, and so does
 * the focus. See docs/decisions/0219.
 */
export function Chooser({ choice: { options, others }, product, coming }: ChooserProps) {
  const formatPrice = useFormatPrice();
  const { id, category, priceCents, availabilityStatus } = product;
  const onChoose = (to: string) => {
    coming.current = { from: id, to };
  };
  return (
    <div className="mt-5 grid gap-5">
      {options.map(({ name, values }) => {
        const current = values.find(({ isChosen }) => isChosen);
        return (
          <Choice key={name} name={name} chosen={current && [current.value, current.note].filter(Boolean).join(", ")}>
            {values.map((value) => (
              <Value key={value.value} category={category} {...value} onChoose={onChoose} />
            ))}
          </Choice>
        );
      })}
      {others.length > 0 && (
        <Choice name="Also available">
          {others.map(({ to, label, note }) => (
            <Value
              key={to}
              value={label}
              {...{ to, category, ...(note && { note }) }}
              isChosen={false}
              isMade
              onChoose={onChoose}
            />
          ))}
        </Choice>
      )}
      <Announcement text={`${fullTitle(product)}: ${formatPrice(priceCents)}, ${availabilityStatus}`} />
    </div>
  );
}

interface ChoiceProps {
  name: string;
  chosen?: string | undefined;
  children: ReactNode;
}

function Choice({ name, chosen, children }: ChoiceProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: links, not the fields of a form
    <div role="group" aria-labelledby={id} className="min-w-0">
      <p className="mb-2 wrap-anywhere">
        <bdi id={id} className="font-medium">
          {name}
        </bdi>
        {chosen && (
          <>
            : <bdi className="text-soft">{chosen}</bdi>
          </>
        )}
      </p>
      <ul className="flex flex-wrap gap-2">{children}</ul>
    </div>
  );
}

interface ValueProps extends ShownValue {
  category: string;
  onChoose: (to: string) => void;
}

function Value({ value, to, isChosen, isMade, note, picture, color, category, onChoose }: ValueProps) {
  const choose = useChoosing(to, isChosen, onChoose);
  const backdrop = useBackdrop(category);
  return (
    <li className={picture ? "w-18" : "max-w-full min-w-0"}>
      <Link
        to={to}
        prefetch="intent"
        preventScrollReset
        aria-current={isChosen ? "true" : undefined}
        title={note && `${value}: ${note}`}
        data-replay="true"
        data-keeps-focus=""
        className={`${
          picture
            ? "picture-choice block overflow-hidden rounded-lg"
            : `button button-quiet max-w-full min-w-11 px-4 font-normal choice ${isMade ? "" : "border-line"}`
        } ${note ? "text-soft" : ""}`}
        onClick={choose}
      >
        {picture && (
          <span className={`block rounded-lg ${backdrop}`}>
            <Picture src={picture} alt="" sizes="4.5rem" largest={400} className={note ? "opacity-60" : ""} />
          </span>
        )}
        {color && <ColorDots colors={[color]} />}
        <bdi className={picture ? "block py-1 text-center text-xs wrap-anywhere" : "wrap-anywhere"}>
          {note && isMade ? <s>{value}</s> : value}
        </bdi>
        {note && <span className="sr-only">{` (${note})`}</span>}
      </Link>
    </li>
  );
}

/** Opens a sibling's page in place of this one, without moving anything. */
function useChoosing(to: string, isChosen: boolean, onChoose: (to: string) => void) {
  const navigate = useNavigate();
  const location = useLocation();
  return (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // Safari leaves the focus where it was.
    event.currentTarget.focus({ preventScroll: true });
    if (isChosen) return;
    onChoose(to);
    const staying: StayingState = { staysOn: location.pathname };
    navigate(to, { preventScrollReset: true, state: { ...staying, list: listBehind(location, 1) } });
  };
}

/** Tells screen readers what has changed since the page was opened. */
function Announcement({ text }: { text: string }) {
  const first = useRef(text);
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    if (text !== first.current) setAnnounced(text);
    first.current = "";
  }, [text]);
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  );
}
