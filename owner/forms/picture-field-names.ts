/** The file input's name. The field itself has the picture's address. */
export function pictureFileName(name: string) {
  return `${name}-file`;
}

/** The name of the checkbox that removes the picture. */
export function pictureRemovalName(name: string) {
  return `${name}-remove`;
}
