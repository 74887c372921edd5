const storedName = "singleKeys";

/** Whether keys of a single character do something, which people who dictate may not want. Browsers that store nothing can't sign in, either. */
export function areSingleKeysOn() {
  return localStorage.getItem(storedName) !== "off";
}

export function setSingleKeys(isOn: boolean) {
  if (isOn) localStorage.removeItem(storedName);
  else localStorage.setItem(storedName, "off");
}
