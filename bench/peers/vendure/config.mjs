import { AssetServerPlugin } from "@vendure/asset-server-plugin";
import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  LogLevel,
} from "@vendure/core";

const database = new URL(process.env.DATABASE_URL);

/** A shop in production: jobs in the database for a worker of its own, and the search index that lists are read from. */
export const config = {
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  apiOptions: { port: Number(process.env.PORT), cors: false, introspection: false },
  authOptions: {
    tokenMethod: "bearer",
    superadminCredentials: { identifier: "owner", password: process.env.OWNER_PASSWORD },
  },
  dbConnectionOptions: {
    type: "postgres",
    host: database.hostname,
    port: Number(database.port),
    username: database.username,
    password: "",
    database: database.pathname.slice(1),
    synchronize: process.env.FILLING === "true",
  },
  importExportOptions: { importAssetsDir: process.env.PICTURES_DIR },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [
    AssetServerPlugin.init({ route: "assets", assetUploadDir: process.env.ASSETS_DIR }),
    DefaultJobQueuePlugin.init({ useDatabaseForBuffer: true }),
    DefaultSearchPlugin.init({ indexStockStatus: true }),
  ],
};
