import { pictureMessages } from "./picture-rules.ts";

/** A file that can't become a picture. The message is for the shopper. */
export class PictureError extends Error {
  override name = "PictureError";
}

/** A picture that isn't looked at for now, because too many others are. The message is for the shopper. */
export class PicturesBusyError extends Error {
  override name = "PicturesBusyError";
  /** Who has too many: the shop, or the customer alone. */
  readonly whose: "shop" | "customer";

  constructor(whose: "shop" | "customer") {
    super(whose === "shop" ? pictureMessages.busy : pictureMessages.ownBusy);
    this.whose = whose;
  }
}
