/** Says which frame has the focus, so that styles can show it: an element of this page has none then, and `:focus` matches no frame. */
export function markFocusedFrames() {
  addEventListener("blur", mark);
  addEventListener("focus", mark);
}

function mark() {
  for (const frame of document.querySelectorAll("iframe"))
    frame.toggleAttribute("data-focused", frame === document.activeElement);
}
