import { useEffect, useState } from "react";
import { href, useSubmit } from "react-router";
import { type Origin, withOrigin } from "#web/origin.ts";

/** Signs in with a passkey, in browsers that have them. Its name isn't part of "Sign in", which is another button there. See docs/decisions/0343. */
export function PasskeyButton({ from }: { from: Origin | undefined }) {
  const submit = useSubmit();
  const [isOffered, setOffered] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => setOffered("PublicKeyCredential" in window), []);
  if (!isOffered) return null;

  async function ask() {
    setAsking(true);
    const { askForPasskey } = await import("./browser-passkeys.ts");
    const passkey = await askForPasskey();
    setAsking(false);
    if (!passkey) return;
    // The address has it too: from `/sign-in/code`, the loader of `/sign-in` runs signed in and reads it there.
    const action = withOrigin(href("/sign-in"), from);
    await submit({ passkey, from: from ?? "" }, { method: "post", action, state: from && { from } });
  }

  return (
    <div className="relative">
      <button
        type="button"
        aria-disabled={isAsking}
        onClick={() => !isAsking && void ask()}
        className="text-link absolute end-0 bottom-8 min-h-11"
      >
        Use a passkey
      </button>
    </div>
  );
}
