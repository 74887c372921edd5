import { randomUUID } from "node:crypto";
import { type Client, contentOf, type Outcome, type Shopper } from "../../support/shopper.ts";

const address = { fullName: "Kari Nordmann", streetLine1: "Storgata 1", city: "Oslo", postalCode: "0155" };

/** What every change of the order answers, or why it wasn't made. */
const orderOrError = "__typename ... on Order { state code totalWithTax } ... on ErrorResult { errorCode message }";

/** A guest of Vendure: the seven requests of its checkout. Each purchase has a session of its own. */
export function createShopper(client: Client): Shopper {
  return async (products) => {
    delete client.headers.authorization;
    const inputs = products.map(({ id }) => ({ productVariantId: id, quantity: 1 }));
    const added = await ask(
      client,
      `mutation ($inputs: [AddItemInput!]!) {
        addItemsToOrder(inputs: $inputs) { order { state totalWithTax } errorResults { ... on ErrorResult { errorCode message } } }
      }`,
      { inputs },
    );
    const [refused] = added.errorResults;
    if (refused) throw new Error(refused.message);
    const email = `${randomUUID()}@example.com`;
    await change(client, "setCustomerForOrder", "CreateCustomerInput!", {
      ...{ firstName: "Kari", lastName: "Nordmann", emailAddress: email },
    });
    await change(client, "setOrderShippingAddress", "CreateAddressInput!", { ...address, countryCode: "NO" });
    const [method] = await ask(client, "{ eligibleShippingMethods { id name priceWithTax } }");
    await ask(client, `mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ${orderOrError} } }`, {
      id: [method.id],
    });
    await ask(client, `mutation { transitionOrderToState(state: "ArrangingPayment") { ${orderOrError} } }`);
    return () => pay(client);
  };
}

async function pay(client: Client): Promise<Outcome> {
  const input = { method: "card", metadata: {} };
  const paid = await send(client, "addPaymentToOrder", "PaymentInput!", input);
  if (["PaymentSettled", "PaymentAuthorized"].includes(paid.state)) return { ended: "ordered" };
  if (/STOCK/.test(paid.errorCode)) return { ended: "sold out" };
  return { ended: "failed", problem: `${paid.errorCode ?? paid.state} ${paid.message ?? ""}` };
}

/** Changes the order. @throws when that is refused */
async function change(client: Client, name: string, type: string, input: object) {
  const changed = await send(client, name, type, input);
  if (changed.errorCode) throw new Error(`${changed.errorCode} ${changed.message}`);
}

function send(client: Client, name: string, type: string, input: object) {
  return ask(client, `mutation ($input: ${type}) { ${name}(input: $input) { ${orderOrError} } }`, { input });
}

/** @returns the only field that is asked for @throws when the shop couldn't answer */
async function ask(client: Client, query: string, variables: object = {}) {
  const answer = await client.post("/shop-api", { query, variables });
  const token = answer.headers["vendure-auth-token"];
  if (token) client.headers.authorization = `Bearer ${token}`;
  const { data, errors } = contentOf(answer);
  if (errors) throw new Error(errors[0].message);
  const [field] = Object.values<Record<string, string> | undefined>(data);
  // biome-ignore lint/suspicious/noExplicitAny: what comes depends on the query
  return field as any;
}
