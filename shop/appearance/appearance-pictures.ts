import type { PictureKind } from "../pictures/picture-rules.ts";

/** The picture fields of the appearance form. */
export const appearancePictures = {
  logo: "logo",
  icon: "icon",
  heroPicture: "wide",
  storyPicture: "wide",
} as const satisfies Record<string, PictureKind>;

export type PictureName = keyof typeof appearancePictures;

export const pictureNames = Object.keys(appearancePictures) as PictureName[];
