import { Button } from "#ui/button.tsx";
import { previewPages } from "./preview-pages.ts";

const address = "/owner/appearance/preview";
const frameName = "shop-preview";

/** The form's class: what is inside asks by it which half a small window shows. */
export const editorLayout =
  "group/editor grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(20rem,24rem)_minmax(0,1fr)]";

/** In small windows, shows the form or the preview. */
export function EditorSwitch() {
  return (
    <Choices
      name="shownHalf"
      label="Show"
      className="lg:hidden"
      choices={[
        { value: "edit", label: "Edit" },
        { value: "preview", label: "Preview" },
      ]}
    />
  );
}

/** The classes of the halves. */
export const editorHalf = {
  form: "max-lg:group-has-[[value=preview]:checked]/editor:hidden",
  preview:
    "min-w-0 max-lg:group-has-[[value=edit]:checked]/editor:hidden lg:sticky lg:top-4 lg:col-start-2 lg:row-span-2 lg:row-start-1",
};

/**
 * The shop with what the form has, in a frame (`owner/routes/appearance-preview.ts`). `edit-appearance.ts` shows each change at once; without scripts
 * a button sends the form to the frame.
 */
export function AppearancePreview() {
  return (
    <div className={`group/preview ${editorHalf.preview}`}>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2">
        <Choices name="previewPage" label="Page" choices={previewPages} />
        <Choices
          name="previewWidth"
          label="Width"
          className="max-lg:hidden"
          choices={[
            { value: "desktop", label: "Desktop" },
            { value: "phone", label: "Phone" },
          ]}
        />
        <Button
          look="quiet"
          formAction={address}
          formTarget={frameName}
          formNoValidate
          data-without-scripts
          className="px-4 text-sm"
        >
          Update preview
        </Button>
        <p role="status" data-preview-status className="text-sm text-berry" />
      </div>
      <div className="preview-frame">
        <iframe
          title="Preview of the shop"
          name={frameName}
          src={address}
          data-preview={address}
          sandbox="allow-same-origin"
        />
      </div>
    </div>
  );
}

interface ChoicesProps {
  name: string;
  label: string;
  choices: readonly { value: string; label: string }[];
  className?: string;
}

/** One of few: the first is chosen. It changes nothing that is saved. */
function Choices({ name, label, choices, className = "" }: ChoicesProps) {
  return (
    <fieldset
      className={`inline-flex max-w-full flex-wrap rounded-3xl border border-line bg-raised p-1 text-sm ${className}`}
    >
      <legend className="sr-only">{label}</legend>
      {choices.map((choice, index) => (
        <label
          key={choice.value}
          className="flex min-h-9 cursor-pointer items-center rounded-full px-4 text-soft hover:text-ink has-checked:bg-ink/8 has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce"
        >
          <input
            type="radio"
            name={name}
            value={choice.value}
            defaultChecked={index === 0}
            data-selection
            className="sr-only"
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
