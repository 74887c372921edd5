import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { register, signUpOf } from "../../tests/support/customers.ts";
import { forEachEngine } from "../../tests/support/databases.ts";
import { openTestShop } from "../../tests/support/open-test-shop.ts";
import { temporaryFolder } from "../../tests/support/temporary-folder.ts";
import { signUpCustomer } from "../accounts/account-requests.ts";
import { restoreBackup } from "../backups/restore-backup.ts";
import { writeBackup } from "../backups/write-backup.ts";
import { databaseOutbox, mostOutboxMails, readOutboxMails, readOutboxMessage, removeOldOutboxMails } from "./outbox.ts";

const stranger = { headers: new Headers(), address: "203.0.113.7" };
const hour = 60 * 60 * 1000;

function mailOf(number: number) {
  const id = `mail-${String(number).padStart(4, "0")}`;
  return { id, to: "ada@example.com", subject: `Mail ${number}`, text: "https://torg.example/x?token=1" };
}

forEachEngine((_, engine) => {
  test("without a mail server, mails are in the database on PostgreSQL and files on SQLite; both are announced", async () => {
    const { shop, announced, readMails } = await openTestShop(engine);
    await signUpCustomer(shop, signUpOf(), stranger);
    const [mail] = await readMails();
    const [, link = ""] = /(http:\S+)/.exec(mail?.text ?? "") ?? [];
    expect(announced).toEqual([`Email to ada@example.com: Verify your email for Torg\n  ${link}`]);
    const outbox = await readOutboxMails(shop.db);
    expect(existsSync(join(shop.settings.dataFolder, "outbox"))).toBe(engine === "sqlite");
    expect(outbox.map(({ recipient }) => recipient)).toEqual(engine === "postgres" ? ["ada@example.com"] : []);
    for (const { id, text } of outbox) {
      expect(text).toContain(link);
      expect(await readOutboxMessage(shop.db, id)).toContain("To: ada@example.com");
    }
  });

  test("the database keeps the newest mails, each once, for a week", async () => {
    const { shop } = await openTestShop(engine);
    let time = Date.parse("2026-11-25T12:00:00Z");
    const now = () => new Date(time);
    const keep = databaseOutbox(shop.db, now);
    for (let number = 0; number < mostOutboxMails + 2; number++) {
      time += 1000;
      await keep(mailOf(number), Buffer.from("first"));
    }
    time += 1000;
    await keep(mailOf(5), Buffer.from("again"));
    const kept = await readOutboxMails(shop.db);
    expect(kept).toHaveLength(mostOutboxMails);
    expect(kept[0]).toMatchObject({ subject: `Mail 5` });
    expect(kept.at(-1)).toMatchObject({ subject: "Mail 2" });
    expect(await readOutboxMessage(shop.db, mailOf(5).id)).toBe("again");
    expect(await readOutboxMessage(shop.db, mailOf(0).id)).toBeUndefined();
    time += 7 * 24 * hour + 1000;
    await removeOldOutboxMails(shop.db, now());
    expect(await readOutboxMails(shop.db)).toEqual([]);
  });

  test("a backup leaves out the mails, and restoring one leaves them where they are", async () => {
    const { shop } = await openTestShop(engine);
    await register(shop);
    await databaseOutbox(shop.db, shop.now)(mailOf(1), Buffer.from("Dear Ada"));
    const file = join(await temporaryFolder(), "shop.backup");
    if (engine === "postgres") expect((await writeBackup(shop.connection, file)).counts.has("outboxMails")).toBe(false);
    else await writeBackup(shop.connection, file);
    const { shop: other } = await openTestShop(engine);
    await databaseOutbox(other.db, other.now)(mailOf(2), Buffer.from("Dear Bob"));
    await restoreBackup(other, file);
    expect(await readOutboxMails(other.db)).toMatchObject([{ subject: "Mail 2" }]);
  });
});
