import { canMove, type MovableValues } from "#shop/catalog/groups/change-group.ts";
import { correctFields } from "#shop/forms/correct-fields.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "../forms/form-fields.tsx";
import { OriginalValues } from "../forms/original-values.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Alert } from "../screen/alert.tsx";
import { Part } from "../screen/screen.tsx";

interface NamesPartProps {
  group: string;
  options: MovableValues[];
  /** A form that wasn't saved. */
  refused: { typed: Record<string, string>; errors: FieldErrors } | undefined;
}

/** Renames a group, its options and their values, and sorts the values. */
export function NamesPart({ group, options, refused }: NamesPartProps) {
  const field = (name: string, saved: string) => ({
    name,
    defaultValue: refused?.typed[name] ?? saved,
    maxLength: 100,
    ...(refused?.errors[name] !== undefined && { error: refused.errors[name] }),
  });
  return (
    <Part title="Names and order" fold={refused ? "open" : "closed"}>
      <PostForm unsaved={Boolean(refused)} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {refused && <Alert>{`Not saved. ${correctFields(refused.errors)}`}</Alert>}
        <OriginalValues values={options} />
        {/* The first button is the one that Enter in a field presses. */}
        <button type="submit" name="step" value="rename" tabIndex={-1} aria-hidden="true" className="sr-only" />
        <TextField label="Group" required className="w-80 max-w-full" {...field("group", group)} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 md:grid-cols-2 lg:grid-cols-3">
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useSemanticElements: browsers draw a fieldset's legend into its border
            <div
              key={option.name}
              role="group"
              aria-label={option.name}
              className="grid grid-cols-[minmax(0,1fr)] content-start gap-2"
            >
              <TextField label={`Option ${index + 1}`} required {...field(`option-${index}`, option.name)} />
              <p className="mt-2 text-sm font-medium">Values, in the order in which shoppers see them</p>
              {option.values.map((value, at) => (
                <ValueField
                  key={value}
                  field={field(`value-${index}-${at}`, value)}
                  value={value}
                  place={`${index} ${at}`}
                  isFirst={!canMove(option, at, at - 1)}
                  isLast={!canMove(option, at, at + 1)}
                />
              ))}
            </div>
          ))}
        </div>
        <Button name="step" value="rename" look="quiet" className="justify-self-start">
          Save names
        </Button>
      </PostForm>
    </Part>
  );
}

interface ValueFieldProps {
  field: { name: string; defaultValue: string; maxLength: number; error?: string };
  value: string;
  /** The numbers of the option and the value. */
  place: string;
  /** Of those that it can change places with. */
  isFirst: boolean;
  isLast: boolean;
}

function ValueField({ field: { error, ...input }, value, place, isFirst, isLast }: ValueFieldProps) {
  const button = { name: "step", look: "quiet", className: "px-3" } as const;
  return (
    <div>
      <div className="flex gap-2">
        <input
          type="text"
          dir="auto"
          required
          aria-label={`Name of ${value}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && `${input.name}-message`}
          className="h-11 w-full min-w-0 rounded-lg border border-field bg-raised px-3 hover:border-ink aria-invalid:border-berry"
          {...input}
        />
        <Button {...button} value={`up ${place}`} disabled={isFirst} aria-label={`Move ${value} up`}>
          <span aria-hidden="true">↑</span>
        </Button>
        <Button {...button} value={`down ${place}`} disabled={isLast} aria-label={`Move ${value} down`}>
          <span aria-hidden="true">↓</span>
        </Button>
      </div>
      {error && (
        <p id={`${input.name}-message`} className="mt-1 text-sm text-berry">
          {error}
        </p>
      )}
    </div>
  );
}
