/**
 * A view transition that is cut short, by the next step or a hidden page, rejects a promise that the router doesn't listen to: that
 * is no error.
 */
export function allowSkippedTransitions() {
  const start = document.startViewTransition?.bind(document);
  if (!start) return;
  document.startViewTransition = (update) => {
    const transition = start(update);
    transition.ready.catch(() => {});
    return transition;
  };
}
