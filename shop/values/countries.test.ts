import { expect, test } from "vitest";
import { signUpOf } from "../../tests/support/customers.ts";
import { profileForm, signUpForm } from "../accounts/account-forms.ts";
import { validate } from "../forms/validate.ts";
import { type Country, countryNamed, countryOf, parseCountryCodes } from "./countries.ts";

const countries = ["NO", "SE", "AE"].flatMap((code): Country[] => [countryOf(code) as Country]);
const ola = { firstname: "Ola", lastname: "Nordmann" };

test("countries are named in English, and codes that aren't countries are unknown", () => {
  expect(countries.map(({ name }) => name)).toEqual(["Norway", "Sweden", "United Arab Emirates"]);
  for (const code of ["UK", "SU", "ZR", "", "N", "no", "ZZ", "EU", "UN", "QQ", "NOR", "12", "N\u0000"])
    expect(countryOf(code)).toBeUndefined();
  expect(["NOR", "deu", "Sweden", "ZZZ"].map((text) => countryNamed(text)?.code)).toEqual([
    "NO",
    "DE",
    "SE",
    undefined,
  ]);
  expect(parseCountryCodes(" no, SE;dk\nNO ")).toEqual(["NO", "SE", "DK"]);
  expect(parseCountryCodes("")).toEqual([]);
});

test.each([
  [{ country: "Norway", street: "Storgata 1", zipCode: "0155", city: "Oslo" }, undefined],
  [
    { country: "Norway", street: "Storgata", zipCode: "01556", city: "Oslo" },
    {
      street: "Street must contain street name and house number (e.g., Storgata 1)",
      zipCode: "Zip code must be exactly 4 digits (e.g., 0123)",
    },
  ],
  [{ country: "Sweden", street: "c/o Ek, Box 12", zipCode: "113 47", city: "Upplands-Väsby" }, undefined],
  [{ country: "Sweden", street: "Box", zipCode: "", city: "Umeå" }, { zipCode: "Zip code is required" }],
  [
    { country: "Sweden", street: "Box", zipCode: "<1>", city: "Umeå" },
    { zipCode: "Zip code must have 2 to 12 letters and digits" },
  ],
  [{ country: "United Arab Emirates", street: "Al Wasl Road", zipCode: "", city: "Dubai" }, undefined],
  [{ country: "Denmark", street: "Torvet 1", zipCode: "1000", city: "Aarhus" }, { country: "Country is required" }],
  [
    { street: "", zipCode: "", city: "" },
    {
      street: "Street is required",
      zipCode: "Zip code is required",
      city: "City is required",
      country: "Country is required",
    },
  ],
])("the address %j follows the rules of its country", (address, errors) => {
  expect(validate(profileForm(countries), { ...ola, ...address }).errors).toEqual(errors);
});

test("a sign-up checks the address and the passwords by country, too", () => {
  const swede = { ...signUpOf(), country: "Sweden", street: "Box 12", zipCode: "113 47", city: "Umeå" };
  expect(validate(signUpForm("2026-11-20", countries), swede).errors).toBeUndefined();
  const other = validate(signUpForm("2026-11-20", countries), { ...swede, confirmPassword: "Other-pass1" });
  expect(other.errors).toEqual({ confirmPassword: "Passwords do not match" });
  expect(validate(signUpForm("2026-11-20"), swede).errors).toMatchObject({ country: "Country is required" });
});
