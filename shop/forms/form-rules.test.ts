import { expect, test } from "vitest";
import { categoryForm } from "../catalog/categories/category-form.ts";
import { methodForm } from "../checkout/payment-form.ts";
import { contactForm } from "../contact/contact-form.ts";
import { pageForm } from "../content/page-form.ts";
import { settingsForm } from "../settings/settings.ts";
import { validate } from "./validate.ts";

/** A zero-width space, a byte order mark, overrides of the direction, a filler of Hangul and a blank of Braille. */
const nothing = ["\u200b", "\ufeff ", "\u202a\u202c", "\u3164", "\u2800"];

test("texts in which nothing is visible count as empty in every form", () => {
  for (const name of nothing) {
    expect(validate(categoryForm, { name, kind: "tag" }).errors).toEqual({ name: "Enter a name" });
    expect(validate(pageForm, { title: name, text: name }).errors).toMatchObject({
      title: "Enter a title",
      text: "Enter a text",
    });
    expect(validate(contactForm, { message: name, firstName: name }).errors).toMatchObject({
      firstName: "First name is required",
      message: "Message is required",
    });
    expect(validate(methodForm, { paymentMethod: "visa", billingAddress: name }).errors).toEqual({
      billingAddress: "Billing address is required",
    });
    expect(validate(settingsForm, { shopName: name }).values?.shopName).toBe("");
  }
});

test("copied values lose their invisible characters, and texts keep their lines", () => {
  const order = {
    paymentMethod: "visa",
    billingAddress: "Storgata 1\r\n0155\u200b Oslo\ufeff",
    phone: "\u202a+47 12345678\u202c",
  };
  expect(validate(methodForm, order).values).toEqual({
    ...order,
    billingAddress: "Storgata 1\r\n0155 Oslo",
    phone: "+47 12345678",
  });
  expect(validate(settingsForm, { sellerAddress: " Storgata 1\r\n0155 Oslo\u200b" }).values?.sellerAddress).toBe(
    "Storgata 1\n0155 Oslo",
  );
});

test("names keep the joiners that their letters need, and a page's text its soft hyphens", () => {
  const joined = "می\u200cخواهم 👩\u200d🎨";
  expect(validate(categoryForm, { name: joined, kind: "tag" }).values?.name).toBe(joined);
  expect(validate(pageForm, { title: "A", text: "Donau\u00addampf" }).values?.text).toBe("Donau\u00addampf");
});
