import type { ReactNode } from "react";
import { Icon, type IconProps } from "#ui/icons.tsx";

interface QuantityCounterProps {
  /** The product's, for the buttons' names. */
  title: string;
  quantity: number;
  /** Where it ends; the button that would lead on keeps the focus. */
  isLeast?: boolean;
  isMost?: boolean;
  /** The element that tells the product from others with its title. */
  optionsId?: string | undefined;
  /** The element that says why there can't be more. */
  mostId?: string | undefined;
  onDecrease: () => void;
  onIncrease: () => void;
}

/** How many pieces of a product, with a button for less and one for more. */
export function QuantityCounter({
  title,
  quantity,
  isLeast,
  isMost,
  optionsId,
  mostId,
  onDecrease,
  onIncrease,
}: QuantityCounterProps) {
  return (
    <div className="flex w-max items-center rounded-full border border-field">
      <CounterButton label={`Decrease quantity of ${title}`} off={isLeast} describedBy={optionsId} onPress={onDecrease}>
        <MinusIcon className="size-4" />
      </CounterButton>
      <output className="min-w-8 text-center tabular-nums">{quantity}</output>
      <CounterButton
        label={`Increase quantity of ${title}`}
        off={isMost || mostId !== undefined}
        describedBy={[optionsId, mostId].filter(Boolean).join(" ") || undefined}
        onPress={onIncrease}
      >
        <PlusIcon className="size-4" />
      </CounterButton>
    </div>
  );
}

/** The classes of the counter's buttons. */
export const counterButton =
  "grid size-11 place-items-center rounded-full hover:bg-ink/5 aria-disabled:cursor-default aria-disabled:text-ink/35";

interface CounterButtonProps {
  label: string;
  off?: boolean;
  describedBy?: string | undefined;
  onPress: () => void;
  children: ReactNode;
}

function CounterButton({ label, off, describedBy, onPress, children }: CounterButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={off}
      aria-describedby={describedBy}
      className={counterButton}
      onClick={() => !off && onPress()}
    >
      {children}
    </button>
  );
}

export function MinusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 12h12" />
    </Icon>
  );
}

export function PlusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 12h12M12 6v12" />
    </Icon>
  );
}
