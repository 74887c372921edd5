import { expect, test } from "vitest";
import { bytesInMemory } from "./read-bytes.ts";
import { detectTable, readRows, type TableRow } from "./read-table.ts";

const names = new Map(["id", "title", "stock"].map((name) => [name, name]));

async function rowsOf(text: string) {
  const read = bytesInMemory(Buffer.from(text));
  const rows: TableRow[] = [];
  for await (const row of readRows(read, await detectTable(read, "utf-8", names))) rows.push(row);
  return rows;
}

const row = { line: 2, cells: { id: "a", title: "Tea", stock: "3" } };

test.each([
  ["commas", "id,title,stock\na,Tea,3\n", 2],
  ["semicolons", "id;title;stock\r\na;Tea;3", 2],
  ["tabs", "id\ttitle\tstock\na\tTea\t3\n", 2],
  ["bars", "id|title|stock\na|Tea|3\n", 2],
  ["line ends of an old Mac", "id;title;stock\ra;Tea;3\r", 2],
  ["a mark before the names", "\ufeffID;Title;STOCK \na;Tea;3\n", 2],
  ["names in quotes", '"id";"title";"stock"\n"a";"Tea";"3"\n', 2],
  ["sep=", "sep=;\nid;title;stock\na;Tea;3\n", 3],
  ["sep= and an empty line", '"sep=;"\n\nid;title;stock\na;Tea;3\n', 4],
  ["a title above", "Products of my shop;;\n\nid;title;stock\na;Tea;3\n", 4],
  ["two lines above, with commas", "Products, all of them\nSpring, summer\nid;title;stock\na;Tea;3\n", 4],
  ["Ctrl-Z at the end", "id;title;stock\na;Tea;3\n\x1a", 2],
  ["Ctrl-Z after its last cell", "id;title;stock\na;Tea;3\x1a\x1a", 2],
  ["empty cells after each row", "id;title;stock;;\na;Tea;3;;\n;;;;\n", 2],
])("a table with %s is read", async (_, text, line) => {
  const [first, ...others] = await rowsOf(text);
  expect(first).toMatchObject({ ...row, line });
  expect(others).toEqual([]);
});

test("cells that a row lacks are empty, and more cells than columns are a problem of their line", async () => {
  expect(await rowsOf('id,title,stock\na\nb,"Tea\nfor two",3\n\nc,Tea,3,4\n')).toEqual([
    { line: 2, cells: { id: "a", title: "", stock: "" } },
    { line: 3, cells: { id: "b", title: "Tea\nfor two", stock: "3" } },
    {
      line: 6,
      cells: { id: "c", title: "Tea", stock: "3" },
      problem: expect.stringMatching(/^this row has 4 cells, but the file has 3 columns/),
    },
  ]);
});

test("a quote within a cell is a character", async () => {
  expect(await rowsOf('id,title,stock\na,5" screen,3\n')).toMatchObject([
    { cells: { title: '5" screen', stock: "3" } },
  ]);
});

test.each([
  ["a quote that never closes", 'id,title\na,"Tea\nfor two"\nb,"Milk\nb,Milk\n', "a quote on line 4 never closes"],
  ["a row of 5 MB", `id,title\na,"${"x".repeat(5_000_000)}`, "the row on line 2 is longer than 4 MB"],
  ["a million separators", `id,title\n${",".repeat(1_000_000)}`, "line 2 has more than 1,000 cells"],
  ["a million columns", `id,title${",".repeat(1_000_000)}\na,b`, "line 1 has more than 1,000 cells"],
])("%s is refused with its line, in plain words", async (_, text, message) => {
  await expect(rowsOf(text)).rejects.toThrow(message);
});

test("a million quotes and a million empty rows end", async () => {
  await rowsOf(`id,title\n${'"'.repeat(1_000_001)}`).catch((error) => expect(error.name).toBe("TableError"));
  expect(await rowsOf(`id,title\n${",\n".repeat(1_000_000)}`)).toEqual([]);
});
