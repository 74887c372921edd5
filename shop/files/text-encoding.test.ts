import { expect, test } from "vitest";
import { encodings } from "./encodings.ts";
import { bytesInMemory } from "./read-bytes.ts";
import { decodeParts, detectEncoding } from "./text-encoding.ts";

/** Encodes with the decoder's own table, because Node only encodes UTF-8 and UTF-16. */
function encode(text: string, encoding: string) {
  if (encoding === "utf-8") return Buffer.from(text);
  const table = tableOf(encoding);
  return Buffer.concat([...text].map((character) => Buffer.from(table.get(character) ?? [0x3f])));
}

const tables = new Map<string, Map<string, number[]>>();

function tableOf(encoding: string) {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, number[]>();
  const note = (bytes: number[]) => {
    const text = new TextDecoder(encoding).decode(Buffer.from(bytes));
    if ([...text].length === 1 && text !== "\ufffd" && !table.has(text)) table.set(text, bytes);
  };
  for (let byte = 0; byte < 256; byte += 1) note([byte]);
  if (/^(shift|euc|gb|big)/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) note([lead, trail]);
  tables.set(encoding, table);
  return table;
}

test.each([
  ["windows-1252", "mugg;Blå kopp;Kjøkken"],
  ["windows-1252", "a;Øl;Drikke"],
  ["windows-1252", "a;Crème brûlée;Dessert"],
  ["windows-1252", "a;Käse für Süße, 5 €;Groß"],
  ["windows-1252", "a;Jamón ibérico, año 2020;Comida"],
  ["windows-1252", "a;Pão de açúcar;São Paulo"],
  ["windows-1252", "a;CAFÉ “NOIR” – 5 × 20 °C;x"],
  ["windows-1252", "a;Þorskur með súð;x"],
  ["windows-1250", "zolw;Żółty wąż;Gęsia kość, świeży łosoś"],
  ["windows-1250", "a;Żółw;x"],
  ["windows-1250", "a;Příliš žluťoučký kůň;x"],
  ["windows-1250", "a;Őszi tűz, fűszer;x"],
  ["windows-1251", "chai;Чёрный чай;Крупнолистовой"],
  ["windows-1251", "a;ЧАЙ;x"],
  ["windows-1251", "a;Їжак і ґанок;x"],
  ["koi8-r", "a;Чёрный чай;Крупнолистовой"],
  ["ibm866", "a;Чёрный чай;Крупнолистовой"],
  ["windows-1253", "a;Ελληνικός καφές;Ρόφημα"],
  ["windows-1254", "a;Türk kahvesi, şeker ve ağaç ışığı;x"],
  ["windows-1255", "a;תה ירוק;משקאות"],
  ["windows-1256", "a;شاي أخضر;مشروبات"],
  ["windows-1257", "a;Žalioji arbata, ąžuolas ir šieną;x"],
  ["windows-874", "a;ชาเขียว;เครื่องดื่ม"],
  ["macintosh", "a;Blå kopp på kjøkkenet;Smørbrød"],
  ["shift_jis", "a;緑茶のカップ;飲み物です"],
  ["euc-kr", "a;녹차 컵 세트;음료"],
  ["gb18030", "a;绿茶杯子和茶壶;饮料"],
])("text in %s is recognized: %s", async (encoding, text) => {
  const bytes = encode(`id;title;category\r\n${text}\r\n`, encoding);
  const { name, isGuess, sample } = await detectEncoding(bytesInMemory(bytes));
  expect([name, isGuess, sample]).toEqual([encoding, true, text]);
});

test("UTF-16 is recognized without a byte order mark", async () => {
  const bytes = Buffer.from("id\ttitle\r\na\tBlå kopp\r\n", "utf16le");
  expect((await detectEncoding(bytesInMemory(bytes))).name).toBe("utf-16le");
  expect((await detectEncoding(bytesInMemory(Buffer.from(bytes).swap16()))).name).toBe("utf-16be");
});

test("UTF-8 with one damaged character stays UTF-8", async () => {
  const bytes = Buffer.concat([
    Buffer.from("id;title\na;Blå, grønn og rød kopp på fjøl i skjæret ø å\nb;"),
    Buffer.from([0xe5]),
  ]);
  expect((await detectEncoding(bytesInMemory(bytes))).name).toBe("utf-8");
});

test("an owner's choice counts, and every encoding that they are offered can be read", async () => {
  for (const name of Object.keys(encodings)) {
    const detected = await detectEncoding(bytesInMemory(Buffer.from([0xc0, 0xc1])), name);
    expect(detected).toMatchObject({ name, isGuess: false });
    let text = "";
    for await (const part of decodeParts(bytesInMemory(Buffer.from([0xc0, 0xc1]))(), name)) text += part;
    expect(text).not.toBe("");
  }
});
