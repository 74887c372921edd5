import { once } from "node:events";
import { importCatalog } from "#shop/catalog/files/import-catalog.ts";
import { connectAt, type DatabaseLocation } from "./database-location.ts";

/** A process that imports a catalog file, until it is done or killed. */
const [{ location, file }]: [{ location: DatabaseLocation; file: string }] = (await once(process, "message")) as never;
await importCatalog(connectAt(location).db, file);
process.exit();
