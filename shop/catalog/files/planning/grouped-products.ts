import type { Database } from "#database/connect.ts";
import { hasCheckDigit } from "../../../values/gtin.ts";
import { type Options, readOptions } from "../../../values/product-options.ts";
import type { ImportedProduct } from "../../fields/product-row.ts";
import { doubtsAbout, type Member } from "../../groups/group-doubts.ts";
import type { FileNotebook } from "../reading/file-notes.ts";
import type { FileProducts } from "../reading/file-products.ts";

/** Groups that are remembered, and products in all of them: the doubts about more couldn't be told anyway. */
const mostGroups = 20_000;
const mostMembers = 100_000;
const groupsPerRead = 500;
const codesTold = 5;

/** Notices what looks like a mistake in the groups of a file, together with the products that the shop has in them, and in its barcodes. */
export class GroupedProducts {
  readonly #groups = new Map<string, Member[]>();
  #members = 0;
  /** Products with the first wrong barcodes, and how many there are. */
  readonly #wrongCodes: string[] = [];
  #wrongCount = 0;

  note({ id, group, options, gtin }: ImportedProduct, line: number | undefined) {
    if (gtin && !hasCheckDigit(gtin)) this.#noteWrongCode(line === undefined ? id : `${id} (line ${line})`);
    // A file without options leaves those that the shop has.
    if (!group || options === undefined) return;
    const members = this.#groups.get(group);
    // A part of a group would raise doubts that the whole doesn't.
    if (this.#members === mostMembers) this.#groups.delete(group);
    else if (members) this.#remember(members, { id, options });
    else if (this.#groups.size < mostGroups) this.#groups.set(group, this.#remember([], { id, options }));
  }

  #remember(members: Member[], member: Member) {
    this.#members += 1;
    members.push(member);
    return members;
  }

  #noteWrongCode(place: string) {
    this.#wrongCount += 1;
    if (this.#wrongCodes.length < codesTold) this.#wrongCodes.push(place);
  }

  /** @param replace whether the products go that the file doesn't name */
  async remark(
    db: Database,
    notebook: FileNotebook,
    { products, replace }: { products: FileProducts; replace: boolean },
  ) {
    const groups = [...this.#groups.keys()];
    for (let start = 0; start < groups.length; start += groupsPerRead) {
      const some = groups.slice(start, start + groupsPerRead);
      const others = replace ? [] : await readMembers(db, some);
      const othersByGroup = Map.groupBy(
        others.filter(({ id }) => !products.saysGroup(id)),
        ({ group }) => group,
      );
      for (const group of some) {
        const members = [...(othersByGroup.get(group) ?? []), ...(this.#groups.get(group) ?? [])];
        for (const { text } of doubtsAbout(members)) notebook.remark(`Group “${group}”: ${text}`);
      }
    }
    this.#remarkOnCodes(notebook);
  }

  #remarkOnCodes(notebook: FileNotebook) {
    if (this.#wrongCount === 0) return;
    const more = this.#wrongCount > codesTold ? ` and ${this.#wrongCount - codesTold} more` : "";
    const told = this.#wrongCodes.join(", ");
    notebook.remark(`Barcodes whose last digit doesn't fit the others, so one may be mistyped: ${told}${more}`);
  }
}

async function readMembers(db: Database, groups: string[]): Promise<(Member & { group: string })[]> {
  const query = db.selectFrom("products").select(["id", "group", "options"]).where("group", "in", groups);
  const rows = await query.orderBy("position").execute();
  return rows.map(({ id, group, options }): { id: string; group: string; options: Options } => {
    return { id, group: group ?? "", options: readOptions(options) };
  });
}
