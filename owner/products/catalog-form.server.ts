import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { catalogFormBytes } from "#shop/catalog/files/uploads/catalog-upload-limits.ts";
import { fileTooLarge } from "#web/omitted-files.server.ts";
import { type FileForm, type FileRules, withPostedFile } from "#web/posted-file.server.ts";

/** An uploaded catalog: its name, size in bytes, and the path of its gzipped content. */
interface PostedCatalog {
  name: string;
  size: number;
  packed: string;
}

export interface CatalogForm extends Pick<FileForm, "fields"> {
  /** undefined if no file was chosen */
  file: PostedCatalog | undefined;
  /** Why there is none. */
  missing: string;
}

const rules: FileRules = {
  limit: catalogFormBytes,
  save: (content, path) => pipeline(content, createGzip({ level: 1 }), createWriteStream(path, { mode: 0o600 })),
};

/** Reads a form with a catalog, as `withPostedFile` does. */
export function withCatalogForm<Result>(request: Request, use: (form: CatalogForm) => Promise<Result>) {
  return withPostedFile(request, rules, ({ fields, file, omitted }) =>
    use({
      fields,
      file: file && { name: file.name, size: file.size, packed: file.path },
      missing: omitted === undefined ? "Choose a file." : `${fileTooLarge(omitted, catalogFormBytes)}.`,
    }),
  );
}
