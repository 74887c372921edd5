import type { AppearanceField, AppearanceFields } from "#shop/appearance/appearance-form.ts";
import type { PictureName } from "#shop/appearance/appearance-pictures.ts";
import type { ColorChoice } from "#shop/appearance/choose-colors.ts";
import type { Section } from "#shop/appearance/home-sections.ts";
import type { FieldErrors } from "#shop/forms/validate.ts";
import type { PictureKind } from "#shop/pictures/picture-rules.ts";

export interface AppearanceFieldsetProps {
  texts: Partial<AppearanceFields>;
  errors: FieldErrors;
  shopName: string;
  /** Sections of the home page that are left out, because they would show nothing. */
  empty: Section[];
  /** The step that was posted last, without scripts; "" for none. */
  step: string;
  /** Colors that go with a picture, once someone asked for them. */
  colorChoices: ColorChoice[];
  /** That picture. */
  colorsFrom: PictureName | undefined;
}

/** What a group of fields needs of the form. */
export interface GroupProps extends AppearanceFieldsetProps {
  field: (name: AppearanceField) => {
    name: AppearanceField;
    label: string;
    error: string | undefined;
    defaultValue: string | undefined;
  };
  checkbox: (name: AppearanceField) => { name: AppearanceField; label: string; defaultChecked: boolean };
  picture: (name: PictureName) => {
    name: string;
    kind: PictureKind;
    label: string;
    error: string | undefined;
    value: string;
  };
}

/** Whether fields whose names begin like this have errors. */
export function areWrong(errors: FieldErrors, prefixes: string[]) {
  return Object.keys(errors).some((field) => prefixes.some((prefix) => field.startsWith(prefix)));
}
