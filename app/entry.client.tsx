import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

/** Lets the development server show where a page threw in the browser (`server/development/broken-answers.ts`). */
function reportError(error: unknown) {
  if (error instanceof Error) import.meta.hot?.send("torg:error", { message: error.message, stack: error.stack });
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter {...(import.meta.hot && { onError: reportError })} />
    </StrictMode>,
  );
});
