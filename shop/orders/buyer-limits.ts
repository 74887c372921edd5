/** Of a name on an invoice, in UTF-16 units, as HTML counts them. */
export const buyerNameLimit = 100;
