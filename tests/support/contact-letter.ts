import type { ContactForm } from "#shop/contact/contact-form.ts";

/** A visitor's message to the shop. */
export const contactLetter: ContactForm = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  phoneNumber: "12345678",
  orderNumber: null,
  subject: "Tea",
  message: "Is it strong?",
};
