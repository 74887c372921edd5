import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { parseSent } from "#api/parse-sent.ts";
import { lookupRequest, productRequest, searchRequest } from "#api/ucp/catalog/catalog-schemas.ts";
import { readAgent } from "#api/ucp/read-message.ts";
import { resources } from "#api/v1/resources.ts";
import { openScratch } from "#database/scratch.ts";
import * as accountForms from "#shop/accounts/account-forms.ts";
import { appearanceForm } from "#shop/appearance/appearance-form.ts";
import { savedCartForm } from "#shop/cart/saved-cart.ts";
import { readSharedCart } from "#shop/cart/shared-cart.ts";
import { stockAlertForm } from "#shop/catalog/alerts/stock-alert-form.ts";
import { categoryForm } from "#shop/catalog/categories/category-form.ts";
import { readCatalogFile } from "#shop/catalog/files/reading/catalog-file.ts";
import { CatalogFileError } from "#shop/catalog/files/reading/catalog-file-error.ts";
import { clearRecord } from "#shop/catalog/files/reading/doubtful-values.ts";
import { markdownOfHtml } from "#shop/catalog/files/reading/html-markdown.ts";
import type { ShopFormat } from "#shop/catalog/files/reading/other-shops/shop-format.ts";
import { shopFormats } from "#shop/catalog/files/reading/other-shops/shop-formats.ts";
import { optionSlug } from "#shop/catalog/filters/option-filters.ts";
import { compareOptionValues } from "#shop/catalog/filters/option-order.ts";
import { readOptionLists } from "#shop/catalog/groups/variant-lists.ts";
import { oldShopAddress } from "#shop/catalog/move-in/read-old-shop.ts";
import { colorOf } from "#shop/catalog/option-colors.ts";
import { saleForm } from "#shop/catalog/pricing/sale-form.ts";
import { catalogRecordSchema } from "#shop/catalog/products/catalog-record.ts";
import { fromForm, productFieldNames } from "#shop/catalog/products/product-form.ts";
import { cartProductsForm } from "#shop/checkout/cart-products.ts";
import { orderForm } from "#shop/checkout/order-form.ts";
import { paymentForm } from "#shop/checkout/payment-form.ts";
import { contactForm } from "#shop/contact/contact-form.ts";
import { guaranteeForm } from "#shop/content/legal-guarantee.ts";
import { builtInPageForm, pageForm, pageLimits } from "#shop/content/page-form.ts";
import { areaForm } from "#shop/delivery/delivery-area.ts";
import { deliveryForm } from "#shop/delivery/delivery-form.ts";
import { parseHours } from "#shop/delivery/opening-hours.ts";
import { placeForm } from "#shop/delivery/place-form.ts";
import { discountForm } from "#shop/discounts/discount-form.ts";
import { recognizeExport } from "#shop/earlier-shop/export-file.ts";
import { importPeople } from "#shop/earlier-shop/import-people.ts";
import { feedForm } from "#shop/feeds/feed-access.ts";
import { parseJson } from "#shop/files/json-bounds.ts";
import { safeParse, storableText, textLines, validate } from "#shop/forms/validate.ts";
import { mailServerForm } from "#shop/mail/mail-server/mail-server-form.ts";
import { MailError } from "#shop/mail/send-mail.ts";
import { readReturnItems, returnForm } from "#shop/orders/returns/return-form.ts";
import { checkLabel } from "#shop/orders/returns/return-label.ts";
import { readWithdrawnItems, withdrawalForm } from "#shop/orders/withdrawals/withdrawal-form.ts";
import { isWithdrawalKey } from "#shop/orders/withdrawals/withdrawal-key.ts";
import { retryAfterMs } from "#shop/outbound/retry-after.ts";
import { staffForm } from "#shop/owners/staff-form.ts";
import { splitPictures } from "#shop/pictures/picture-list.ts";
import { checkDigest, verifyMessage } from "#shop/platforms/http-signatures.ts";
import { parseProfile } from "#shop/platforms/platform-profile.ts";
import { newPlatformCheckoutForm, platformCartForm, platformCheckoutForm } from "#shop/platforms/selection-form.ts";
import { readRedirectFile } from "#shop/redirects/redirect-file.ts";
import { RedirectMap } from "#shop/redirects/redirect-map.ts";
import { settingsForm } from "#shop/settings/settings.ts";
import { previewSettings } from "#shop/settings-file/settings-file.ts";
import { abroadForm } from "#shop/taxes/abroad-form.ts";
import { countryForm } from "#shop/taxes/country-form.ts";
import { euroRateForm } from "#shop/taxes/euro-rates.ts";
import { taxForm } from "#shop/taxes/tax-form.ts";
import { openDecisions, plainTextOf, renderDescription, renderMarkdown } from "#shop/text/markdown.ts";
import { indexedWords, joinedWords, searchedWords } from "#shop/text/search-words.ts";
import { tokenForm } from "#shop/tokens/token-form.ts";
import { countryNamed, countryOf } from "#shop/values/countries.ts";
import { parseEmail } from "#shop/values/email-address.ts";
import { defaultFormats } from "#shop/values/locale.ts";
import { webhookForm } from "#shop/webhooks/webhook-form.ts";
import { pageQueries, readPageQuery } from "#web/page-queries.ts";
import { readForm } from "#web/posted-form.server.ts";
import { findCostly, type Job } from "../tests/support/measure-work.ts";
import { openTestShop } from "../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../tests/support/temporary-folder.ts";
import { sampleOf } from "../tests/support/thorough.ts";
import { withFailingEnd, worstTexts } from "../tests/support/worst-texts.ts";
import { createHostCheck } from "./http/known-hosts.ts";
import { hideAddresses } from "./observability/log.ts";
import { encodingFor } from "./page-cache/content-encoding.ts";

/** Characters: far more than any field's limit. A pattern that looks at each pair of them takes seconds. */
const long = 20_000;
const texts = Object.entries(worstTexts(long));
const failingTexts = Object.entries(withFailingEnd(worstTexts(long)));
/** The texts of one job, a quarter of them, without or with an end that lets patterns fail, in turns. `npm run soak:properties` tries all of them, with both. */
const textsFor = (job: number) =>
  Object.fromEntries([...sampleOf(texts, 8, job), ...sampleOf(failingTexts, 8, job + 4)]);
/** Of a file, or of a page, which are read as a whole. */
const contents = worstTexts(10_000);
/** Of each of the many cells that a row of another shop's export has. */
const cells = worstTexts(2500);

const countries = ["NO", "SE", "AE"].flatMap((code) => countryOf(code) ?? []);
const forms = {
  "sign-up": accountForms.signUpForm("2026-11-25", countries),
  "sign-in": accountForms.signInForm,
  profile: accountForms.profileForm(countries),
  "reset request": accountForms.requestResetForm,
  "code request": accountForms.codeRequestForm,
  "sign-in code": accountForms.codeForm,
  "authenticator app": accountForms.authenticatorForm,
  "second step": accountForms.secondStepForm,
  "recovery code": accountForms.recoveryForm,
  "new password": accountForms.newPasswordForm,
  "staff's account": accountForms.staffAccountForm,
  "staff invitation": staffForm,
  "password alone": accountForms.confirmForm(true),
  "email change": accountForms.changeEmailForm(true),
  "password change": accountForms.changePasswordForm(true),
  contact: contactForm,
  "return request": returnForm,
  withdrawal: withdrawalForm,
  payment: paymentForm(new Date("2026-11-25T12:00:00Z")),
  area: areaForm(countries),
  order: orderForm,
  "cart products": cartProductsForm,
  "saved cart": savedCartForm,
  "stock alert": stockAlertForm,
  "platform's cart": platformCartForm,
  "platform's checkout": newPlatformCheckoutForm,
  settings: settingsForm,
  "mail server": mailServerForm,
  taxes: taxForm,
  "rate of the euro": euroRateForm,
  "taxes abroad": abroadForm(defaultFormats),
  "VAT country": countryForm(defaultFormats),
  feeds: feedForm,
  delivery: deliveryForm(defaultFormats),
  "pickup place": placeForm,
  discount: discountForm(defaultFormats),
  sale: saleForm(defaultFormats),
  category: categoryForm,
  appearance: appearanceForm,
  guarantee: guaranteeForm,
  page: pageForm,
  "built-in page": builtInPageForm,
  webhook: webhookForm,
  token: tokenForm({ now: new Date("2026-11-25T12:00:00Z"), timeZone: "Europe/Oslo" }),
  "catalog record": catalogRecordSchema("USD"),
  "catalog search of a platform": searchRequest,
  "look-up of a platform": lookupRequest,
  "product of a platform": productRequest,
};

test.each(Object.entries(forms).map(([name, form], index) => [name, form, index] as const))(
  "the %s form takes no longer for hostile texts",
  async (_, form, index) => {
    const { entries, options } = form as { entries?: object; options?: { entries: object }[] };
    const fields = Object.keys(entries ?? options?.[0]?.entries ?? { country: "", zipCode: "" });
    for (const chosen of [{}, { country: "Norway" }, { kind: "percent" }, { kind: "amount" }, { kind: "category" }]) {
      const job: Job = (text) =>
        validate(form, { ...Object.fromEntries(fields.map((field) => [field, text])), ...chosen });
      if (Object.keys(chosen).every((field) => fields.includes(field)))
        expect(await findCostly(job, textsFor(index))).toEqual({});
    }
  },
);

const product = {
  ...{
    id: "tea",
    title: "Tea",
    description: "",
    priceCents: 950,
    rating: 4,
    thumbnail: "/t.svg",
    images: [],
    brand: null,
  },
  ...{ category: "drinks", tags: [], stock: 3, discountPercentage: 0, minimumOrderQuantity: 1 },
  availabilityStatus: "Low Stock" as const,
};
const programs = resources.flatMap(({ routes }) => routes);
const isKnownHost = createHostCheck({ shopUrl: "https://shop.example", trustedProxies: 1 });
const readers: Record<string, Job> = {
  "a product's form": (text) =>
    fromForm(product, Object.fromEntries(productFieldNames.map((name) => [name, text])), "USD"),
  "the items of a return request": (text) =>
    readReturnItems([{ productId: "tea" }], { "quantity-0": text, "reason-0": text }),
  "the items of a withdrawal": (text) =>
    readWithdrawnItems([{ productId: "tea", index: 0, quantity: 1 }], { "quantity-0": text }),
  "the key of a withdrawal": (text) => isWithdrawalKey(text, text, "secret"),
  "a return label": (text) => {
    const content = Buffer.from(`%PDF-1.7${text}%%EOF`);
    checkLabel({ name: text, content });
  },
  "lists of options": (text) => readOptionLists([{ name: text, values: text }], [{ name: "Size", values: ["M"] }]),
  "a list's address": (text) =>
    readPageQuery(pageQueries["/products"], new URLSearchParams(`q=${text}&filter=${text}&filter=option-${text}`)),
  "an option": (text) => [optionSlug(text), compareOptionValues(text, `${text}1`), colorOf(text)],
  "an email": (text) => parseEmail(text),
  "a platform's country": (text) => countryNamed(text),
  "a platform's buyer": (text) => {
    const parts = { first_name: text, street_address: text, postal_code: text, id: text };
    const methods = [{ destinations: [parts], selected_destination_id: text }];
    const codes = { discounts: { codes: [text] } };
    return validate(platformCheckoutForm, { line_items: [], buyer: parts, fulfillment: { methods }, ...codes });
  },
  "a stored text": (text) => textLines(storableText(text)),
  "a shared cart": (text) => readSharedCart(text),
  "a search": (text) => searchedWords(text),
  "an indexed text": (text) => [indexedWords(text), joinedWords(text)],
  "opening hours of a day": (text) => attempt(() => parseHours(`${text.slice(0, 1000)} 10–18`)),
  "a list of pictures": (text) => splitPictures(text),
  "a file's record": (text) => {
    const doubts = { warn: () => {}, noteHtml: () => {} };
    const record = {
      id: text,
      title: text,
      description: text,
      tags: [text],
      thumbnail: text,
      images: [text],
      imageAlts: [text],
      options: { [text]: text },
    };
    safeParse(catalogRecordSchema("USD"), clearRecord(record, doubts));
  },
  "a description's HTML": (text) => [markdownOfHtml(`<p>${text}`), markdownOfHtml(`<table><td><b>${text}`)],
  "an old shop's address": (text) => attempt(() => oldShopAddress(text)),
  "Retry-After": (text) => retryAfterMs(text),
  JSON: (text) => attempt(() => parseJson(text)),
  "UCP-Agent": (text) => [attempt(() => readAgent(text)), attempt(() => readAgent(`profile="${text}"`))],
  "a platform's profile": (text) =>
    attempt(() =>
      parseProfile("https://platform.example/", {
        ucp: { version: "2026-04-08", capabilities: { [text]: [{ version: text }] } },
        signing_keys: [{ kid: text }],
      }),
    ),
  "a signature": (text) =>
    attempt(() => verifyMessage({ status: 200, header: () => text, body: Buffer.from(text) }, [], 1)),
  Digest: (text) => attempt(() => checkDigest({ header: () => text, body: Buffer.from(text) })),
  "a program's path and query": (text) => {
    for (const { params, query } of programs) {
      for (const schema of [params, query]) {
        const fields = Object.keys((schema as { entries?: object } | undefined)?.entries ?? {});
        if (schema) parseSent(schema, Object.fromEntries(fields.map((field) => [field, text])));
      }
    }
  },
  "a program's body": (text) => {
    for (const { body } of programs) {
      const fields = Object.keys((body as { entries?: object } | undefined)?.entries ?? {});
      for (const value of [text, [text], { [text]: text }]) {
        if (body) parseSent(body, Object.fromEntries(fields.map((field) => [field, value])));
      }
    }
  },
  "a mail server's error": (text) => new MailError(new Error(text)),
  "an error in the log": (text) => hideAddresses(text),
  "Accept-Encoding": (text) => encodingFor(text),
  Host: (text) => isKnownHost({ url: text, headers: { host: text, "x-forwarded-host": text } } as never),
  "a posted form": (text) => readForm(posted("application/x-www-form-urlencoded", text)).catch(() => {}),
  "a posted form of parts": (text) =>
    readForm(posted("multipart/form-data; boundary=a", `--a\r\n${text}`)).catch(() => {}),
  "a posted content type": (text) => readForm(posted(text.replaceAll(/[^ -~]/g, "-"), "a=b")).catch(() => {}),
};

test.each(Object.entries(readers).map(([name, read], index) => [name, read, index] as const))(
  "reading %s takes no longer for hostile texts",
  async (_, read, index) => {
    expect(await findCostly(read, textsFor(index))).toEqual({});
  },
);

test("showing a page takes no longer for hostile texts", async () => {
  const show: Job = (text) => [openDecisions(text), renderMarkdown(text.slice(0, pageLimits.text))];
  expect(await findCostly(show, contents, "**A** [link](/about) ")).toEqual({});
});

test("showing a description takes no longer for hostile texts, and its words neither", async () => {
  const show: Job = (text) => [renderDescription(text), plainTextOf(text)];
  expect(await findCostly(show, contents, "**A** [link](/about) ")).toEqual({});
});

function posted(type: string, body: string) {
  return new Request("http://localhost/contact", { method: "POST", body, headers: { "content-type": type } });
}

function attempt(work: () => unknown) {
  try {
    work();
  } catch {}
}

/** Cells that decide which others are read. */
const plainCells: Record<string, string> = { type: "simple", status: "active", published: "1", price: "10" };

function exportOf({ columns, numberedColumn }: ShopFormat) {
  const further = ["attribute 1 name", "attribute 1 value(s)", "weight (kg)", "attribute_size"];
  const heads = [
    ...Object.values(columns).flatMap(({ heads }) => heads[0] ?? []),
    ...further.filter((head) => numberedColumn?.(head)),
  ];
  const keys = Object.keys(columns);
  const rowOf = (cells: string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  return (text: string) => {
    const sold = heads.map((_, index) => plainCells[keys[index] ?? ""] ?? text);
    return [heads, sold, heads.map(() => text)].map(rowOf).join("\n");
  };
}

const files: Record<string, [name: string, wrap: (text: string) => string | Buffer, words?: string]> = {
  "a CSV file": ["catalog.csv", (text) => text],
  "a CSV file's cell": ["catalog.csv", (text) => `id,title,images\n/a,/a,${text}`],
  "a CSV file in another encoding": ["catalog.csv", (text) => Buffer.from(`æøå ${text}`, "latin1")],
  "a JSON file": ["catalog.json", (text) => text],
  "a JSON file's record": ["catalog.json", (text) => `[{"id":"a","title":"${text}"}]`],
  "a JSON file's list": ["catalog.json", (text) => `[${text}`, '{"id":7}, '],
};

// Files share what reads them, so each tries other texts than the one before; `npm run soak:properties` tries all with each.
test.each(Object.entries(files).map(([title, file], index) => ({ title, file, index })))(
  "reading $title takes no longer for hostile texts",
  async ({ file: [name, wrap, words], index }) => {
    const tried = Object.fromEntries(sampleOf(Object.entries(contents), 2, index));
    expect(await findCostly(await readingOf(name, wrap), tried, words)).toEqual({});
  },
);

test.each(shopFormats.map((format, index) => ({ name: format.name, format, index })))(
  "reading an export of $name takes no longer for hostile texts",
  async ({ format, index }) => {
    const tried = Object.fromEntries(sampleOf(Object.entries(cells), 6, index));
    expect(await findCostly(await readingOf("catalog.csv", exportOf(format)), tried)).toEqual({});
  },
);

async function readingOf(name: string, wrap: (text: string) => string | Buffer): Promise<Job> {
  const file = join(await temporaryFolder(), name);
  return async (text) => {
    await writeFile(file, wrap(text));
    using scratch = openScratch();
    await Readable.from(readCatalogFile(file, { scratch }))
      .toArray()
      .catch(() => {});
  };
}

const exports = {
  "customers of Shopify": "First Name,Last Name,Email,Accepts Marketing,Address1,Phone\nA,B,{},{},{},{}\n",
  "customers of WooCommerce": "Name,Username,Email,Sign Up\n{},{},{},{}\n",
  "orders of Shopify":
    "Name,Email,Financial Status,Created at,Total,Lineitem name,Lineitem quantity,Shipping Name\n#1,{},{},2026-01-01,1,{},{},{}\n{},{},{},{},{},{},{},{}\n",
  "orders of WooCommerce":
    "order_number,order_total,line_items,date\n1,1,{},2026-01-01\n2,{},{},{}\n3,1,name:a|quantity:{}|total:{};{},2026-01-01\n",
};

test.each(Object.entries(exports).map(([title, rows], index) => ({ title, rows, index })))(
  "reading $title takes no longer for hostile texts",
  async ({ rows, index }) => {
    const { shop } = await openTestShop("sqlite");
    const path = join(await temporaryFolder(), "export.csv");
    const read: Job = async (text) => {
      await writeFile(path, rows.replaceAll("{}", text));
      const options = { timeZone: "Europe/Oslo", currency: "USD", now: shop.now() };
      await recognizeExport(path)
        .then((file) => file && importPeople(shop.db, file, options))
        .catch((error) => expect(error).toBeInstanceOf(CatalogFileError));
    };
    const tried = Object.fromEntries(sampleOf(Object.entries(cells), 2, index));
    expect(await findCostly(read, tried)).toEqual({});
  },
);

test("reading a file of redirects takes no longer for hostile texts", async () => {
  const read: Job = (text) =>
    readRedirectFile(Buffer.from(`from,to\n/a,${text}`), "https://shop.example").catch(() => {});
  expect(await findCostly(read, contents)).toEqual({});
});

test("looking at a settings file takes no longer for hostile texts", async () => {
  const { shop } = await openTestShop("sqlite");
  for (const wrap of [
    (text: string) => text,
    (text: string) => `{"settings":{"shopName":"${text}"}}`,
    (text: string) => `{"pages":[{"title":"a","text":"${text}"}]}`,
    (text: string) => `{"redirects":[{"from":"/a","to":"/${text}"}]}`,
  ]) {
    expect(await findCostly((text) => previewSettings(shop, wrap(text)).catch(() => {}), contents)).toEqual({});
  }
});

const mostRedirects = 2000;
const chains: Record<string, (number: number) => [from: string, to: string]> = {
  forwards: (number) => [`/${number}`, `/${number + 1}`],
  backwards: (number) => [`/${mostRedirects - number}`, `/${mostRedirects - number + 1}`],
  "in no order": (number) => [`/${(number * 1871) % mostRedirects}`, `/${((number * 1871) % mostRedirects) + 1}`],
  "in all capitals": (number) =>
    number < mostRedirects / 2
      ? [`/b?id=${capitals(number)}`, `/c/${number}`]
      : [`/a?id=${capitals(number)}`, `/b?id=${capitals(number - mostRedirects / 2)}`],
  "of parameters": (number) => [`/index.php?route=a&id=${number}`, `/index.php?route=a&id=${number + 1}`],
};

/** A text whose capitals are the number's bits. */
function capitals(number: number) {
  return Array.from("abcdefghijkl", (letter, bit) => ((number >> bit) & 1 ? letter.toUpperCase() : letter)).join("");
}

test.each(Object.entries(chains))("a chain of redirects %s takes no longer than others", async (_, chain) => {
  const single = (number: number) => [`/index.php?route=a&id=${number}`, `/products/${number}`] as const;
  const job: Job = (name) => {
    const map = new RedirectMap([]);
    for (let number = 1; number < mostRedirects; number += 1) {
      const [from, to] = (name === "chain" ? chain : single)(number);
      map.add({ from, to });
    }
    map.settle();
  };
  expect(await findCostly(job, { chain: "chain" })).toEqual({});
});
