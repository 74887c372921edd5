import { expect, test } from "vitest";
import { catalogRecord, catalogRecords, importRecords } from "../../tests/support/catalogs.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { pictureSources, readPictureSources } from "./picture-sources.ts";

const own = { thumbnail: "/pictures/tea.svg", images: ["/pictures/tea.svg"] };

test("a picture's source is its scheme, host and port; the shop's own pictures and data have none", () => {
  const images = [
    "https://CDN.example.com/a.jpg",
    "http://192.0.2.1:8080/b.jpg",
    "http://[::1]/c.jpg",
    "data:image/png;base64,AA==",
  ];
  const sources = ["https://cdn.example.com", "http://192.0.2.1:8080", "http://[::1]"];
  expect(pictureSources({ ...own, images })).toEqual(sources);
  expect(pictureSources(own)).toEqual([]);
});

test("a host with characters that mean something to a policy is no source", () => {
  for (const host of ["a;sandbox", "a,b", "a'none'", "*", "*.example.com", "*:443"]) {
    expect(pictureSources({ ...own, thumbnail: `https://${host}/a.jpg` }), host).toEqual([]);
  }
});

forEachEngine((openDatabase) => {
  // Security: 14.4.3
  test("pictures come from the hosts of all catalogs so far", async () => {
    const { db } = await openDatabase();
    await importRecords(db, [catalogRecord({ id: "a", ...own })]);
    expect(await readPictureSources(db)).toEqual([]);
    const elsewhere = catalogRecord({ id: "b", ...own, thumbnail: "https://one.example/b.jpg" });
    await importRecords(db, [elsewhere, { ...elsewhere, id: "c" }]);
    await importRecords(db, [catalogRecord({ id: "d", ...own, images: ["http://two.example:81/d.jpg"] })], {
      replace: true,
    });
    expect(await readPictureSources(db)).toEqual(["https://one.example", "http://two.example:81"]);
  });

  test("pictures of very many hosts, and of a catalog from before hosts were noted, may come from anywhere", async () => {
    const { db } = await openDatabase();
    await importRecords(
      db,
      catalogRecords(30, (number) => ({ ...own, thumbnail: `https://cdn${number}.example/a.jpg` })),
    );
    expect(await readPictureSources(db)).toEqual(["http:", "https:"]);
    await db.deleteFrom("settings").where("key", "=", "pictureSources").execute();
    await importRecords(db, [catalogRecord({ id: "a", ...own })]);
    expect(await readPictureSources(db)).toEqual(["http:", "https:"]);
  });
});
