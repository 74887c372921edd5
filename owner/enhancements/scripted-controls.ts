/** Shows the controls that only work with scripts, and hides those that they replace. */
export function showScriptedControls(root: ParentNode = document) {
  for (const control of root.querySelectorAll<HTMLElement>("[data-with-scripts]")) control.hidden = false;
  for (const control of root.querySelectorAll<HTMLElement>("[data-without-scripts]")) control.hidden = true;
}
