/** Opens the folded groups that something is in. */
export function openAround(place: EventTarget | null) {
  for (let group = closedAround(place); group; group = closedAround(group)) group.open = true;
}

function closedAround(place: EventTarget | null) {
  return place instanceof Element ? place.closest<HTMLDetailsElement>("details:not([open])") : null;
}
