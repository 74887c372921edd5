import sharp from "sharp";

/** A small picture, as a file that is chosen in a form. */
export async function pictureFile(name = "portrait.png") {
  const plain = sharp({ create: { width: 320, height: 200, channels: 3, background: "#1e4d40" } });
  return { name, mimeType: "image/png", buffer: await plain.png().toBuffer() };
}
