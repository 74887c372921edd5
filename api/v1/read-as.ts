import * as v from "valibot";

/** Reads a value from what was sent, which stays what the documentation describes. @param read gives undefined for what isn't valid */
export function readAs<Sent, Value>(read: (sent: Sent) => Value | undefined, message: string) {
  return v.rawTransform<Sent, Value>(({ dataset, addIssue, NEVER }) => {
    const value = read(dataset.value);
    if (value !== undefined) return value;
    addIssue({ message });
    return NEVER;
  });
}
