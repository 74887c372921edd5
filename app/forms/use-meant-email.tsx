import { type FocusEvent, useState } from "react";
import { Sentence } from "#ui/sentence.tsx";

/**
 * Asks about an email whose domain looks mistyped when the shopper leaves the field.
 *
 * @param hint shown while nothing is asked
 * @returns props of the email's field
 */
export function useMeantEmail(hint?: string) {
  const [asked, setAsked] = useState<{ input: HTMLInputElement; email: string }>();

  async function ask({ currentTarget: input }: FocusEvent<HTMLInputElement>) {
    // It is only advice.
    const script = await import("./meant-email.ts").catch(() => undefined);
    const email = script?.meantEmail(input.value.trim());
    setAsked(email === undefined ? undefined : { input, email });
  }

  function take() {
    if (!asked) return;
    asked.input.value = asked.email;
    // The form's validation follows.
    asked.input.dispatchEvent(new Event("input", { bubbles: true }));
    asked.input.focus();
  }

  return {
    onBlur: ask,
    onInput: () => setAsked(undefined),
    note: (
      <span aria-live="polite">
        {asked ? (
          <>
            Did you mean{" "}
            <button type="button" onClick={take} className="text-link wrap-anywhere">
              <Sentence text={asked.email} names={[asked.email]} />
            </button>
            ?
          </>
        ) : (
          hint
        )}
      </span>
    ),
  };
}
