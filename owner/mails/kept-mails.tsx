import { useRouteLoaderData } from "react-router";
import { useAccess } from "../access/use-access.ts";
import type { loader } from "../root.tsx";

/** Whether emails go to the outbox instead of a mail server. */
export function useKeepsMails() {
  return useRouteLoaderData<typeof loader>("root")?.keepsMails ?? false;
}

/** Says so on screens that send emails, until the shop has a mail server. */
export function KeptMailsNote() {
  const isLinked = useAccess().mayOpen("/owner/mail-server");
  if (!useKeepsMails()) return null;
  return (
    <p role="note" className="mb-6 rounded-lg border-l-4 border-berry bg-raised px-4 py-3">
      Emails are kept in the outbox and reach nobody: no mail server is set up.{" "}
      {isLinked && (
        <a href="/owner/mail-server" className="text-link">
          Set up a mail server
        </a>
      )}
    </p>
  );
}
