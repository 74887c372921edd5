import { notifiedInWords } from "#shop/mail/mail-server/notified.ts";
import { Button } from "#ui/button.tsx";
import { CheckboxField, TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { useKeepsMails } from "../mails/kept-mails.tsx";

interface MatchFormProps {
  id: string;
  /** @property isUnticked whether a confirmation was asked for, and not given */
  refused: { orderNumber: string; error: string; confirm?: string; isUnticked: boolean } | undefined;
}

/** Asks for the order of a statement that matches none: its number may be mistyped. A confirmation is good for one order. */
export function MatchForm({ id, refused }: MatchFormProps) {
  const isKept = useKeepsMails();
  return (
    <PostForm
      step="match"
      // The answer is at the field that it is about.
      action={`#${refused?.confirm === undefined ? "order" : "confirm"}-${id}`}
      className="mt-2 grid w-80 max-w-full justify-items-start gap-2"
    >
      <input type="hidden" name="id" value={id} />
      <TextField
        id={`order-${id}`}
        name="orderNumber"
        label="Right order number"
        defaultValue={refused?.orderNumber}
        error={refused?.error}
        required
        autoFocus={refused !== undefined && !refused.isUnticked}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
      />
      {refused?.confirm !== undefined && (
        <>
          <input type="hidden" name="asked" value={refused.confirm} />
          <CheckboxField
            id={`confirm-${id}`}
            name="confirm"
            value={refused.confirm}
            label={`This withdrawal is for order ${refused.confirm}`}
            hint={isKept ? notifiedInWords(isKept) : "The order's customer gets the emails about the return."}
            error={refused.isUnticked ? "Tick the box to confirm" : undefined}
            autoFocus={refused.isUnticked}
          />
        </>
      )}
      <Button look="quiet">Match</Button>
    </PostForm>
  );
}
