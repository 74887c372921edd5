/** So many variants can one row stand for. */
const mostCombined = 100;

/** All combinations of options' values: those of the last option change first. Options without values are left out. */
export function combine(options: { name: string; values: string[] }[]): [name: string, value: string][][] {
  return options
    .filter(({ values }) => values.length > 0)
    .reduce<[string, string][][]>(
      (rows, { name, values }) =>
        rows
          .flatMap((row) => values.map((value) => [...row, [name, value] as [string, string]]))
          .slice(0, mostCombined),
      [[]],
    );
}
