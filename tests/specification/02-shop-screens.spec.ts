import { openPage } from "../journeys/open-page.ts";
import { importProducts, productOf } from "../journeys/owner.ts";
import {
  cartLink,
  fillCart,
  fillPayment,
  honey,
  lemons,
  lineOf,
  purchaseButton,
  signUpVerified,
} from "../journeys/shopper.ts";
import { expect, test } from "./trouble-test.ts";

const vase = productOf({
  id: "vase",
  title: "Blown Vase",
  price: 41.5,
  rating: 3.25,
  brand: "Glassverk",
  thumbnail: "/pictures/beauty/main-800.webp",
  images: ["/pictures/beauty/main-800.webp", "/pictures/furniture/main-800.webp", "/pictures/fragrances/main-800.webp"],
  category: "furniture",
  tags: ["glass", "living-room"],
  stock: 17,
  discountPercentage: 6.5,
  minimumOrderQuantity: 2,
  description: "Mouth-blown, smoky green.",
});

test("home", async ({ page }) => {
  await page.goto("/");
  const main = page.getByRole("main");

  await test.step("the hero has the badge 'Best Deals', the product's name, 'Shop Now', 'View Deals' and an image linking to /contact", async () => {
    await expect(main.getByText("Best Deals", { exact: true })).toBeVisible();
    await expect(main.getByRole("heading", { level: 1 })).toContainText("Torg");
    await expect(main.getByRole("link", { name: "Shop Now" })).toHaveAttribute("href", "/products");
    await expect(main.getByRole("link", { name: "View Deals" })).toHaveAttribute("href", "/products?filter=onSale");
    const hero = main.getByRole("link").filter({ has: page.getByRole("img") });
    await expect(hero.first()).toHaveAttribute("href", "/contact");
  });

  await test.step("the 'Shop by Category' grid links to /products?filter= with beauty, fragrances, furniture or groceries", async () => {
    const links = page.getByRole("region", { name: "Shop by Category" }).getByRole("link");
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(addresses).toEqual(
      ["beauty", "fragrances", "furniture", "groceries"].map((category) => `/products?filter=${category}`),
    );
  });

  await test.step("'Trending Products' are the 4 highest-rated, each with thumbnail, price to 2 decimals and rating, linking to its detail page", async () => {
    const cards = page.getByRole("region", { name: "Trending Products" }).getByRole("link");
    await expect(cards).toHaveText([
      /Ambre Nuit Eau de Parfum\s*\$118\.00\s*Rating 4\.9/,
      /Bouclé Tub Armchair\s*\$649\.00\s*Rating 4\.9/,
      /Velvet Lipstick in Lingonberry\s*\$29\.00\s*Rating 4\.9/,
      /Wildflower Honey\s*\$12\.95\s*Rating 4\.9/,
    ]);
    for (const card of await cards.all()) await expect(card.locator("img")).toHaveAttribute("src", /^\/pictures\//);
    await expect(cards.nth(3)).toHaveAttribute("href", `/products/${honey.id}`);
  });
});

test("about: the hero 'About' plus the product name, Our Story, Our Values (Quality First, Customer Focus, Global Reach) and Our Mission", async ({
  page,
}) => {
  await page.goto("/about");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("About Torg");
  await expect(main.getByRole("heading", { level: 2 })).toHaveText(["Our Story", "Our Values", "Our Mission"]);
  const values = main.getByRole("region", { name: "Our Values" }).getByRole("heading", { level: 3 });
  await expect(values).toHaveText(["Quality First", "Customer Focus", "Global Reach"]);
});

test("products: sort and filter dropdowns, and cards with thumbnail, title, brand, rating, price, discount percentage, a Details link and an Add to cart button", async ({
  page,
  shop,
}) => {
  await importProducts(shop, vase);
  await openPage(page, "/products");
  await expect(page.getByRole("combobox")).toHaveCount(2);
  await expect(page.getByLabel("Sort by").locator("option")).toHaveCount(5);
  const card = page.getByRole("article", { name: vase.title });
  await expect(card.locator("img")).toHaveAttribute("src", "/pictures/beauty/main-800.webp");
  for (const fact of ["Blown Vase", "Glassverk", "3.25", "$41.50", "6.5%"]) await expect(card).toContainText(fact);
  await card.getByRole("button", { name: "Add to cart" }).click();
  await expect(page.getByText("Blown Vase has been added to your cart!")).toBeVisible();
  await card.getByRole("link", { name: "Details" }).click();
  await expect(page).toHaveURL("/products/vase");
});

test("products: the filter may be preset by the query parameter filter", async ({ page }) => {
  await page.goto("/products?filter=lowStock");
  await expect(page.getByLabel("Filter")).toHaveValue("lowStock");
  await expect(page.getByRole("article", { name: "Stoneware Washbasin with Shelf" })).toBeVisible();
  await expect(page.getByRole("article", { name: honey.title })).toHaveCount(0);
});

test("product detail: image gallery with thumbnails, the product fields, an Add to cart button and a Back to products link", async ({
  page,
  shop,
}) => {
  await importProducts(shop, vase);
  await openPage(page, "/products/vase");
  const gallery = page.getByRole("region", { name: "Pictures" });
  const shown = gallery.getByRole("img", { name: vase.title });
  await expect(gallery.getByRole("button")).toHaveCount(3);
  await expect(shown).toHaveAttribute("src", "/pictures/beauty/main-800.webp");
  await gallery.getByRole("button", { name: "Show picture 2 of 3" }).click();
  await expect(shown).toHaveAttribute("src", "/pictures/furniture/main-800.webp");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(vase.title);
  for (const fact of ["Glassverk", "3.25", "$41.50", "6.5%", "Mouth-blown, smoky green.", "In Stock"]) {
    await expect(main).toContainText(fact);
  }
  for (const [name, value] of [
    ["Category", "furniture"],
    ["Tags", "glass, living-room"],
    ["In stock", "17 items"],
    ["Minimum order quantity", "1 (maker's minimum: 2)"],
  ] as const) {
    await expect(main.getByRole("term").filter({ hasText: name }).locator("..").getByRole("definition")).toHaveText(
      value,
    );
  }
  await page.getByRole("button", { name: "Add to cart" }).click();
  await expect(cartLink(page)).toHaveAccessibleName("Cart, 1 item");
  await page.getByRole("link", { name: "Back to products" }).click();
  await expect(page).toHaveURL("/products");
});

test("cart: empty, it reads 'Your cart is empty.'", async ({ page }) => {
  await openPage(page, "/cart");
  await expect(page.getByText("Your cart is empty.", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "To Checkout" })).toHaveCount(0);
});

test("cart: each line has thumbnail, title, price, line total, counter and Remove; below are the total, 'To Checkout' and Cancel", async ({
  page,
}) => {
  await fillCart(page, honey, lemons);
  await openPage(page, "/cart");
  const line = lineOf(page, honey);
  await page.getByRole("button", { name: "Increase quantity of Wildflower Honey" }).click();
  await expect(line.locator("img")).toHaveAttribute("src", /^\/pictures\/haldera-wildflower-honey\/main-800\.webp/);
  await expect(line).toContainText(/Wildflower Honey\s*\$12\.95\s*\$25\.90\s*2/, { useInnerText: true });
  await expect(page.getByRole("main")).toContainText(/Total\s*\$29\.39/, { useInnerText: true });
  await page.getByRole("button", { name: "Decrease quantity of Wildflower Honey" }).click();
  await expect(line).toContainText(/\$12\.95\s*\$12\.95\s*1/, { useInnerText: true });
  await lineOf(page, lemons).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("main")).toContainText(/Total\s*\$12\.95/, { useInnerText: true });
  await expect(page.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/products");
  await page.getByRole("button", { name: "To Checkout" }).click();
  await expect(page).toHaveURL("/sign-in");
});

test("checkout: an overview of the cart lines with the same counter and Remove, and the total", async ({
  page,
  shop,
}) => {
  await signUpVerified(page, shop);
  await fillCart(page, honey, lemons);
  await openPage(page, "/checkout");
  await page.getByRole("button", { name: "Increase quantity of Unwaxed Lemons" }).click();
  await expect(lineOf(page, lemons)).toContainText(/\$3\.49\s*\$6\.98\s*2/, { useInnerText: true });
  await expect(page.getByRole("main")).toContainText(/Total\s*\$19\.93/, { useInnerText: true });
  await lineOf(page, honey).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("main")).toContainText(/Total\s*\$6\.98/, { useInnerText: true });
  await lineOf(page, lemons).getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("Your cart is empty.")).toBeVisible();
  await expect(purchaseButton(page)).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "products" }).click();
  await expect(page).toHaveURL("/products");
});

test("checkout: the Payment Details form has its seven fields, 'Complete Purchase' that reads 'Processing...' with a spinner while submitting, and Cancel to /products", async ({
  page,
  shop,
}) => {
  await signUpVerified(page, shop);
  await fillCart(page, lemons);
  await openPage(page, "/checkout");
  const form = page.getByRole("form", { name: "Payment Details" });
  await expect(form.getByRole("textbox")).toHaveCount(6);
  await expect(form.getByLabel("Payment Method").locator("option:not([value=''])")).toHaveText(["Visa", "Mastercard"]);
  await expect(form.getByLabel("Expiry Month")).toHaveAttribute("placeholder", "MM");
  await expect(form.getByLabel("Expiry Year")).toHaveAttribute("placeholder", "YYYY");
  await expect(form.getByRole("link", { name: "Cancel" })).toHaveAttribute("href", "/products");
  await form.getByLabel("Card Number").pressSequentially("42424242424242429");
  await expect(form.getByLabel("Card Number")).toHaveValue("4242 4242 4242 4242");
  await form.getByLabel("CVV").pressSequentially("7371");
  await expect(form.getByLabel("CVV")).toHaveValue("737");
  await fillPayment(page);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/orders", async (route) => {
    await released;
    await route.continue();
  });
  await purchaseButton(page).click();
  const busy = form.getByRole("button", { name: "Processing..." });
  await expect(busy).toBeDisabled();
  await expect(busy.locator("svg")).toBeVisible();
  release();
  await expect(page.getByRole("heading", { name: "Order confirmation" })).toBeVisible();
});
