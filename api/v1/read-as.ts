import * as v from "valibot";

/** Turns what was sent into a value; the documentation describes what is sent. @param read returns undefined for an invalid one */
export function readAs<Sent, Value>(read: (sent: Sent) => Value | undefined, message: string) {
  return v.rawTransform<Sent, Value>(({ dataset, addIssue, NEVER }) => {
    const value = read(dataset.value);
    if (value !== undefined) return value;
    addIssue({ message });
    return NEVER;
  });
}
