/** The type of a part whose file the server left out, because the form was too large. Its end is the file's size in bytes. */
const omittedType = /^application\/vnd\.torg\.omitted-(\d{1,15})$/;

/** What a form has in place of such a file: its name and its size, without its content. */
export class OmittedFile extends File {
  override readonly size: number;

  constructor(name: string, size: number) {
    super([], name, { type: `application/vnd.torg.omitted-${size}` });
    this.size = size;
  }
}

/** Characters of a file name in messages. */
const nameLimit = 80;

/** A browser's name of a file, for messages. */
export function shownFileName(name: string) {
  return name.slice(-nameLimit).toWellFormed() || "Unnamed file";
}

/** Says that a file is too large. @param most the bytes that it may have */
export function fileTooLarge(name: string, most: number) {
  return `${shownFileName(name)} is larger than ${Math.round(most / 1024 / 1024)} MB`;
}

/** Reads the size of a file that was left out from its type; undefined for any other file. */
export function omittedSize(type: string) {
  const size = omittedType.exec(type)?.[1];
  return size === undefined ? undefined : Number(size);
}
