import { accentShades, isColor } from "#shop/appearance/accent.ts";
import { colorNames, colorRules } from "#shop/appearance/appearance-form.ts";
import type { PictureName } from "#shop/appearance/appearance-pictures.ts";
import type { ColorChoice } from "#shop/appearance/choose-colors.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "../forms/form-fields.tsx";
import type { GroupProps } from "./field-group.ts";

type ColorName = (typeof colorNames)[number];

/** The theme's own colors (`ui/theme.css`). */
const standards: Record<ColorName, string> = { accent: "#1e4d40", ground: "#f4e9d8", darkPaper: "#191713" };

const hints: Record<ColorName, string> = {
  accent: "For links and buttons. In the dark scheme, a lighter shade of it is used.",
  ground: "Behind the welcome and the story. On large screens, the sample's picture covers it.",
  darkPaper: "For visitors whose device is set to dark.",
};

/** The colors of the shop, and choices of them that go with a picture. */
export function Colors(form: GroupProps) {
  return (
    <>
      <Choices {...form} />
      {colorNames.map((name) => (
        <ColorField key={name} name={name} {...form} />
      ))}
    </>
  );
}

function ColorField({ name, texts, field }: GroupProps & { name: ColorName }) {
  const typed = texts[name] ?? "";
  const { label } = field(name);
  return (
    <div>
      <div className="flex items-start gap-2">
        <TextField {...field(name)} placeholder={standards[name]} maxLength={7} hint={hints[name]} className="grow" />
        <input
          type="color"
          hidden
          data-color-of={name}
          defaultValue={isColor(typed) ? typed : standards[name]}
          aria-label={`Pick the ${label.toLowerCase()}`}
          className="mt-6 h-11 w-14 shrink-0 rounded-lg border border-field bg-raised p-1"
        />
      </div>
      <Swatch name={name} color={typed} />
    </div>
  );
}

/** The color as the shop would show it, and a button that takes the nearest one that can be read. */
function Swatch({ name, color }: { name: ColorName; color: string }) {
  const typed = color.trim().toLowerCase();
  if (!isColor(typed)) return null;
  const { isFit, nearest } = colorRules[name];
  if (isFit(typed)) return <ColorSample color={typed} label="Texts can be read with this color." />;
  const fitting = nearest(typed);
  return (
    <div className="mt-2">
      <ColorSample color={fitting} label={`${fitting} is the nearest that works.`} />
      <Button name={name} value={fitting} look="quiet" className="mt-2 px-4 text-sm">
        Use {fitting}
      </Button>
    </div>
  );
}

/** Drawn as SVG, because the page's policy allows no inline styles. */
function ColorSample({ color, label }: { color: string; label: string }) {
  return (
    <p className="mt-2 flex items-center gap-2 text-sm text-soft">
      <svg width="44" height="24" aria-hidden="true" className="shrink-0 rounded border border-line">
        <rect width="44" height="24" fill={color} />
      </svg>
      {label}
    </p>
  );
}

const captionId = "color-choices";

const pictureLabels: Record<PictureName, string> = {
  logo: "logo",
  icon: "icon",
  heroPicture: "welcome's picture",
  storyPicture: "story's picture",
};

/** What a button fills into the fields. `edit-appearance.ts` does it on the screen; without scripts, the form comes back with them. */
function Choices({ colorChoices: choices, colorsFrom, step }: GroupProps) {
  return (
    <div data-color-choices>
      {colorsFrom && choices.length > 0 && (
        <p id={captionId} className="mb-2 text-sm">
          Colors that go with the {pictureLabels[colorsFrom]}
        </p>
      )}
      {choices.length > 0 && (
        <ul aria-labelledby={captionId} className="mb-3 grid grid-cols-2 gap-2">
          {choices.map((choice, index) => (
            <li key={Object.values(choice).join()}>
              <button
                type="submit"
                name="step"
                value={`useColors ${colorNames.map((name) => choice[name]).join(" ")}`}
                data-use-colors={JSON.stringify(choice)}
                aria-label={`Use colors ${index + 1}: accent ${choice.accent}, tile ${choice.ground}, dark ${choice.darkPaper}`}
                className="block w-full overflow-hidden rounded-xl border border-line hover:border-ink"
              >
                <ChoiceSample choice={choice} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button name="step" value="suggestColors" data-suggest-colors look="quiet" className="px-4 text-sm">
        Suggest colors
      </Button>
      <p className="mt-1 text-sm text-soft">
        {choices.length > 0 ? "Press one to fill the fields. Nothing is saved yet." : hintOf(step)}
      </p>
    </div>
  );
}

function hintOf(step: string) {
  return step === "suggestColors"
    ? "No colors found. Upload a logo, or a picture for the welcome or the story."
    : "From the logo, or else from the welcome's or the story's picture. Choosing one of them suggests colors, too.";
}

/** The light scheme next to the dark one, each with a button on its background. */
function ChoiceSample({ choice: { accent, ground, darkPaper } }: { choice: ColorChoice }) {
  const { light, dark } = accentShades(accent, darkPaper);
  return (
    <svg viewBox="0 0 160 72" aria-hidden="true" className="block w-full">
      <rect width="96" height="72" fill={ground} />
      <rect x="12" y="14" width="56" height="7" rx="2" fill="#1b1a17" />
      <rect x="12" y="27" width="40" height="4" rx="2" fill="#4b473f" />
      <rect x="12" y="42" width="44" height="18" rx="9" fill={light.accent} />
      <rect x="20" y="49" width="28" height="4" rx="2" fill={light.on} />
      <rect x="96" width="64" height="72" fill={darkPaper} />
      <rect x="108" y="14" width="36" height="7" rx="2" fill="#f4efe6" />
      <rect x="108" y="42" width="40" height="18" rx="9" fill={dark.accent} />
      <rect x="116" y="49" width="24" height="4" rx="2" fill={dark.on} />
    </svg>
  );
}
