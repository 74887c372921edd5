import type { FieldErrors } from "#shop/forms/validate.ts";
import { type Scope, type ScopeNoun, scopeNouns, scopesOf } from "#shop/tokens/scopes.ts";
import { nameLimit } from "#shop/tokens/token-form.ts";
import { Button } from "#ui/button.tsx";
import { CheckboxGroup } from "../forms/checkbox-group.tsx";
import { TextField } from "../forms/form-fields.tsx";
import { PostForm } from "../forms/post-form.tsx";
import { Part } from "../screen/screen.tsx";

/** A form as it was posted. */
export interface TypedToken {
  name: string;
  expires: string;
  scopes: string[];
}

interface NewTokenProps {
  /** A form that wasn't saved. */
  typed: TypedToken | undefined;
  errors: FieldErrors;
}

/** The form that makes a token. */
export function NewTokenPart({ typed, errors }: NewTokenProps) {
  return (
    <Part title="Give a program access">
      <PostForm step="create" unsaved={Boolean(typed)} className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            name="name"
            defaultValue={typed?.name}
            maxLength={nameLimit}
            required
            autoComplete="off"
            {...(errors.name && { error: errors.name })}
            hint="The activity log shows it next to what the program changes."
          />
          <TextField
            label="Expires"
            name="expires"
            defaultValue={typed?.expires}
            maxLength={10}
            placeholder="2027-12-31"
            autoComplete="off"
            {...(errors.expires && { error: errors.expires })}
            hint="Its last day. Leave empty for no end."
          />
        </div>
        <ScopeFields chosen={typed?.scopes ?? []} error={errors.scopes} />
        <Button className="justify-self-start">Create token</Button>
      </PostForm>
    </Part>
  );
}

function ScopeFields({ chosen, error }: { chosen: string[]; error: string | undefined }) {
  return (
    <CheckboxGroup
      name="scopes"
      label="Scopes"
      hint="Choose only what the program needs. Write includes read."
      error={error}
    >
      <div className="mt-3 divide-y divide-line border-y border-line">
        {(Object.keys(scopeNouns) as ScopeNoun[]).map((noun) => (
          <div
            key={noun}
            className="grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-x-4 py-2.5 sm:py-0.5 sm:grid-cols-[1.25fr_1fr_1fr] sm:items-center"
          >
            <span className="text-sm text-soft max-sm:col-span-full">{scopeNouns[noun].covers}</span>
            {scopesOf(noun).map((scope) => (
              <ScopeField key={scope} scope={scope} isChosen={chosen.includes(scope)} />
            ))}
          </div>
        ))}
      </div>
    </CheckboxGroup>
  );
}

function ScopeField({ scope, isChosen }: { scope: Scope; isChosen: boolean }) {
  return (
    <label className="flex min-h-11 min-w-0 items-center gap-3 text-sm wrap-anywhere">
      <input
        type="checkbox"
        name="scopes"
        value={scope}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-spruce"
      />
      {scope}
    </label>
  );
}
