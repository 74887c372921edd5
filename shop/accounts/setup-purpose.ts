/** What `verification` has in place of an account for the addresses that make the first owner. */
export const setupPurpose = "owner-setup";
