import type { PictureKind, PictureSize } from "./picture-rules.ts";

interface Shape {
  /** The widths that `ui/picture.tsx` asks for. */
  widths: number[];
  /** Pixels. Taller pictures are made smaller. */
  mostHeight: number;
  /** Cropped to the middle square. The others keep their shape. */
  isSquare?: boolean;
  /** WebP and AVIF unless it says otherwise. */
  formats?: PictureSize["format"][];
}

/** The shapes of uploaded pictures. The widest has at most 4 megapixels, which a decoder can hold. */
export const shapes: Record<PictureKind, Shape> = {
  square: { widths: [400, 800, 1200, 1600], mostHeight: 1600, isSquare: true },
  wide: { widths: [400, 800, 1200, 1600, 2400], mostHeight: 1600 },
  page: { widths: [400, 800, 1200, 1600], mostHeight: 2000 },
  logo: { widths: [400, 800], mostHeight: 400 },
  // Phones want PNG on their home screens, in Apple's size and the web manifest's.
  icon: { widths: [180, 512], mostHeight: 512, isSquare: true, formats: ["png"] },
};

/** What mails show, as not all mail programs know WebP: photos as JPEG, logos as PNG, which may be transparent. */
export const mailSizes = {
  square: { format: "jpeg", width: 160 },
  logo: { format: "png", width: 400 },
} as const satisfies Partial<Record<PictureKind, PictureSize>>;

/** What social networks show of shared links. Made when it is asked for. */
export const sharedSize = { format: "jpeg", width: 1200 } as const satisfies PictureSize;

/** Squares have their widest size only if they fill it. */
const wholeSquare = 1600;

/** The widths that a request may ask for. */
export const widths = [...shapes.wide.widths, ...shapes.icon.widths, mailSizes.square.width];

/** The widest of a kind. */
export function widestOf(kind: PictureKind) {
  return Math.max(...shapes[kind].widths);
}

/** What is saved of an uploaded picture at first. */
export interface PreparedPicture {
  /** Pixels. */
  width: number;
  height: number;
  thumbhash: string;
  /** Shown until the other sizes are made. */
  first: PictureSize & { content: Uint8Array };
  /** The source of the other sizes, without metadata. */
  master: Uint8Array;
}

export type PreparedHeader = Omit<PreparedPicture, "first" | "master"> & { first: PictureSize; firstBytes: number };

/** All sizes of a picture: those of pages, the narrowest first, and then that of mails. @param pixels its width */
export function sizesOf(pixels: number, kind: PictureKind): PictureSize[] {
  const mailSize = kind === "square" || kind === "logo" ? [mailSizes[kind]] : [];
  return [...pageSizes(pixels, kind), ...mailSize];
}

/** A small picture has fewer. */
export function pageSizes(pixels: number, kind: PictureKind): PictureSize[] {
  const { widths, formats = ["webp", "avif"] } = shapes[kind];
  return widths
    .filter((_, index, widths) => index === 0 || pixels > (widths[index - 1] ?? 0))
    .filter((width) => width !== wholeSquare || kind !== "square" || pixels >= wholeSquare)
    .flatMap((width) => formats.map((format) => ({ format, width })));
}

/** Reads the output of `prepareUpload`. */
export function readPrepared(bytes: Uint8Array): PreparedPicture {
  const end = bytes.indexOf(10);
  const { firstBytes, first, ...header }: PreparedHeader = JSON.parse(Buffer.from(bytes.subarray(0, end)).toString());
  const master = end + 1 + firstBytes;
  return {
    ...header,
    first: { ...first, content: bytes.subarray(end + 1, master) },
    master: bytes.subarray(master),
  };
}
