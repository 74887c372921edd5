/** Pauses on account pages, in milliseconds. */

/** Between a successful sign in or sign up and going on. */
export const signedInDelay = 1000;

/** Between two looks at whether the email is verified. */
export const verificationPoll = 2000;

/** How long "Email verified" can be read before going on. */
export const verifiedDelay = 2000;
