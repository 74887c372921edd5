/** Asks to correct the fields that have a message. */
export function correctFields(errors: Record<string, string | undefined>) {
  const wrong = Object.values(errors).filter((message) => message !== undefined).length;
  return `Please correct the ${wrong === 1 ? "marked field" : `${wrong} marked fields`}.`;
}
