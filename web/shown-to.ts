/**
 * The header that says whom a page, its data or the answer to a form is for: `visitors`, or a name of the session. Answers of anyone else, such as a
 * network's sign-in page, don't have it. The service worker keeps pages by it (docs/decisions/0396).
 */
export const shownToHeader = "shown-to";

/** Without a session. */
export const visitors = "visitors";
