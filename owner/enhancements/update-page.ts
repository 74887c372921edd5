/** Makes a shown element equal to another, and leaves what is equal already as it is: nothing flickers, and the page stays where it is scrolled to. */
export function updateElement(shown: Element, next: Element) {
  if (shown.isEqualNode(next)) return;
  for (const { name } of [...shown.attributes]) if (!next.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  const before = [...shown.childNodes];
  const after = [...next.childNodes];
  for (const [index, node] of after.entries()) {
    const old = before[index];
    if (!old) shown.append(node);
    else if (old instanceof Element && node instanceof Element && old.tagName === node.tagName)
      updateElement(old, node);
    else if (!old.isEqualNode(node)) old.replaceWith(node);
  }
  for (const old of before.slice(after.length)) old.remove();
}
