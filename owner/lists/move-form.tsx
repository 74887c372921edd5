import { Button } from "#ui/button.tsx";

interface MoveFormProps {
  /** Posted with the step: which row moves. */
  field: string;
  value: string;
  /** The row's name, for assistive technology. */
  name: string;
  isFirst: boolean;
  isLast: boolean;
}

/** Moves a row of a list up or down. The page opens again at this form, so that a row can be moved several places. */
export function MoveForm({ field, value, name, isFirst, isLast }: MoveFormProps) {
  const id = `order-${value}`;
  const button = { name: "step", look: "quiet", className: "px-3" } as const;
  return (
    <form method="post" id={id} action={`#${encodeURIComponent(id)}`} className="flex gap-2">
      <input type="hidden" name={field} value={value} />
      <Button {...button} value="up" disabled={isFirst} aria-label={`Move ${name} up`}>
        <span aria-hidden="true">↑</span>
      </Button>
      <Button {...button} value="down" disabled={isLast} aria-label={`Move ${name} down`}>
        <span aria-hidden="true">↓</span>
      </Button>
    </form>
  );
}
