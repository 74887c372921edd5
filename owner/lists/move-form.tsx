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
  const button = "button button-quiet px-3";
  return (
    <form method="post" id={id} action={`#${encodeURIComponent(id)}`} className="flex gap-2">
      <input type="hidden" name={field} value={value} />
      <button type="submit" name="step" value="up" disabled={isFirst} className={button} aria-label={`Move ${name} up`}>
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="submit"
        name="step"
        value="down"
        disabled={isLast}
        className={button}
        aria-label={`Move ${name} down`}
      >
        <span aria-hidden="true">↓</span>
      </button>
    </form>
  );
}
