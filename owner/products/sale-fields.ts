const typedMoment = { maxLength: 20 };

/** The fields of a sale's times, for one product and for many. */
export const saleTimeFields = {
  starts: { label: "Starts", ...typedMoment, placeholder: "2026-11-27 00:00", hint: "Leave empty to start now" },
  ends: {
    ...{ label: "Ends", ...typedMoment, placeholder: "2026-11-30" },
    hint: "A day includes all of it. Leave empty to end it yourself.",
  },
};
