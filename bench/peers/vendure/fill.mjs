import { setTimeout as sleep } from "node:timers/promises";
import { bootstrap, JobQueueService, LanguageCode, TransactionalConnection } from "@vendure/core";
import { populate } from "@vendure/core/cli/index.js";
import { config } from "./config.mjs";

const payment = { code: "dummy-payment-handler", arguments: [{ name: "automaticSettle", value: "true" }] };

/** A shop in Norway. */
const settings = {
  defaultLanguage: LanguageCode.en,
  defaultZone: "Europe",
  countries: [{ name: "Norway", code: "NO", zone: "Europe" }],
  taxRates: [{ name: "Standard", percentage: 0 }],
  shippingMethods: [{ name: "Standard", price: 500 }],
  paymentMethods: [{ name: "Card", handler: payment }],
  collections: [],
};

/** Opens the shop on an empty database, and runs the jobs of the import, which fill the search index. */
async function open() {
  const app = await bootstrap(config);
  await app.get(JobQueueService).start();
  return app;
}

const app = await populate(open, settings, process.env.PRODUCTS_FILE);
const waiting = 'select 1 from job_record where not "isSettled"';
while ((await app.get(TransactionalConnection).rawConnection.query(waiting)).length > 0) await sleep(100);
await app.close();
process.exit();
