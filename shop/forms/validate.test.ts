import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { anyText } from "../../tests/support/any-text.ts";
import { signUpOf } from "../../tests/support/customers.ts";
import { orderOf } from "../../tests/support/orders.ts";
import { toForm } from "../../tests/support/to-form.ts";
import { newPasswordForm, profileForm, requestResetForm, signInForm, signUpForm } from "../accounts/account-forms.ts";
import { orderForm } from "../checkout/order-form.ts";
import { paymentForm } from "../checkout/payment-form.ts";
import { contactForm } from "../contact/contact-form.ts";
import { formWithRules, isStorableText, safeParse, storableText, textFields, validate } from "./validate.ts";

const root = resolve(import.meta.dirname, "../..");

const contact = {
  ...{ firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phoneNumber: "12345678" },
  ...{ orderNumber: "abc123", subject: "Tea", message: "Is it strong?" },
};
const card = {
  ...{ cardName: "Ada", paymentMethod: "visa", cardNumber: "4242 4242 4242 4242", expiryMonth: "12" },
  ...{ expiryYear: "2027", cvv: "123", billingAddress: "Storgata 1" },
};

const forms = [
  ["sign-up", signUpForm("2026-11-20"), signUpOf()],
  ["sign-in", signInForm, signUpOf()],
  ["profile", profileForm(), signUpOf()],
  ["reset", requestResetForm, signUpOf()],
  ["new password", newPasswordForm, signUpOf()],
  ["contact", contactForm, contact],
  ["payment", paymentForm(new Date("2026-11-20T12:00:00Z")), card],
  ["order", orderForm, orderOf([["tea", 1]])],
] as const;

// Security: 5.1.3, 5.5.1
test.each(forms)("any %s form is accepted or has errors for its own fields", (_, schema, good) => {
  expect(validate(schema, good).errors).toBeUndefined();
  const fields = Object.keys(schema.entries);
  const value = fc.oneof(anyText, fc.jsonValue(), fc.constant(undefined));
  const sent = fc.dictionary(fc.oneof(fc.constantFrom(...fields), anyText), value);
  fc.assert(
    fc.property(sent, (changes) => {
      const { values, errors } = validate(schema, { ...good, ...changes });
      if (values) expect(Object.keys(values).toSorted()).toEqual(fields.toSorted());
      else {
        expect(Object.values(errors).every(Boolean)).toBe(true);
        // The page's own code posts orders, and shows no errors of single fields.
        if (schema !== orderForm) expect(Object.values(errors).join()).not.toMatch(/Invalid|Expected/);
        expect(fields).toEqual(expect.arrayContaining(Object.keys(errors).map((path) => path.split(".")[0])));
      }
    }),
  );
});

test.each(forms)("the values of an accepted %s form are accepted unchanged", (_, schema, good) => {
  const texts = fc.dictionary(fc.constantFrom(...Object.keys(schema.entries)), anyText, { maxKeys: 2 });
  fc.assert(
    fc.property(texts, (changes) => {
      const { values } = validate(schema, { ...good, ...changes });
      if (values) expect(validate(schema, { ...values, orderNumber: orderNumberOf(values) }).values).toEqual(values);
    }),
  );
});

/** An order number that wasn't given is kept as null, and typed as nothing. */
function orderNumberOf(values: object) {
  return ("orderNumber" in values && values.orderNumber) || "";
}

// Security: 5.2.2
test("storableText removes NUL, replaces lone surrogates, ends lines with a line feed, and changes nothing else", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const kept = storableText(text);
      expect(isStorableText(kept) && kept.isWellFormed()).toBe(true);
      expect(storableText(kept)).toBe(kept);
      if (isStorableText(text) && text.isWellFormed() && !text.includes("\r")) expect(kept).toBe(text);
    }),
  );
});

test("a form's texts of several lines are the same, however the browser ended their lines", () => {
  const form = new FormData();
  form.set("note", "one\r\ntwo\n\rthree");
  expect(textFields(form)).toEqual({ note: "one\ntwo\n\nthree" });
});

test("textFields returns texts unchanged and skips files", () => {
  fc.assert(
    fc.property(fc.dictionary(anyText, anyText), (sent) => {
      const form = toForm(sent);
      form.set("file", new Blob(["x"]));
      const { file: _, ...texts } = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
      const kept = Object.entries(texts).map(([name, text]) => [name, storableText(String(text))]);
      expect(textFields(form)).toEqual(Object.fromEntries(kept));
    }),
  );
});

const sources = ["app", "owner", "ui", "web", "api", "shop", "server", "cli"].flatMap((folder) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !file.includes(".test.")),
);

function filesWith(pattern: RegExp) {
  return sources.filter((file) => pattern.test(readFileSync(join(root, file), "utf8")));
}

test("every schema is parsed by safeParse, parse or validate, which stop a field at its first fault", () => {
  expect(filesWith(/\bv\.(parse|safeParse|is|assert|parser|safeParser)(Async)?\(/)).toEqual(["shop/forms/validate.ts"]);
  expect(safeParse(v.pipe(v.string(), v.maxLength(3), v.check(fail)), "long").issues).toHaveLength(1);
  expect(
    validate(formWithRules(v.object({ name: v.pipe(v.string(), v.maxLength(3), v.check(fail)) })), { name: "long" })
      .errors,
  ).toEqual({
    name: expect.any(String),
  });
});

test("every text is normalized by normalizeText, and all JSON from outside is parsed by parseJson", () => {
  expect(filesWith(/\.normalize\(/)).toEqual(["shop/text/normalize-text.ts"]);
  expect(filesWith(/\breq\.json\(/)).toEqual([]);
});

function fail(): boolean {
  throw new Error("A rule ran on what a limit before it had refused");
}
