import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { answerOrFailure } from "./answer-or-failure.ts";

test("an answer is an answer, and so is a redirect", async () => {
  expect(await answerOrFailure(async () => ({ sent: true }))).toEqual({ sent: true });
  const redirect = Response.redirect("http://localhost/");
  await expect(answerOrFailure(() => Promise.reject(redirect))).rejects.toBe(redirect);
});

test("an answer that stays away is a failure of the network, so that the form can be sent again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = answerOrFailure(() => new Promise<never>(() => {}));
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await answer).toEqual({ failure: "network" });
});

test("a request without an answer, or with one that is cut off, is a network failure", async () => {
  const server = createServer((request, answer) => {
    if (request.url === "/never") request.socket.destroy();
    else answer.writeHead(200, { "content-length": "100" }).write("half", () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  for (const path of ["never", "half"]) {
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/${path}`)).text();
    expect(await answerOrFailure(ask), path).toEqual({ failure: "network" });
  }
});

test.each([
  ["a property of nothing", () => (undefined as unknown as { cart: unknown }).cart],
  ["what isn't a function", () => (1 as unknown as () => void)()],
  ["an address that is none", () => new URL("no address")],
])(
  "an error of the page itself (%s) is logged on the console and isn't called a network failure",
  async (_, broken) => {
    const told = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => told.mockRestore());
    expect(await answerOrFailure(async () => broken())).toEqual({ failure: "unexpected" });
    expect(told).toHaveBeenCalledWith(expect.any(TypeError));
  },
);

test("an unavailable shop and an unexpected error are different failures", async () => {
  const answered = (status: number, data: unknown) => () =>
    Promise.reject({ status, statusText: "", data, internal: false, error: undefined });
  expect(await answerOrFailure(answered(503, { shopName: "Torg" }))).toEqual({ failure: "unavailable" });
  expect(await answerOrFailure(answered(500, null))).toEqual({ failure: "unexpected" });
});

test("what a gateway answers is unexpected, and no error of the page", async () => {
  for (const status of [403, 429, 502, 503, 504]) {
    const page = { status, statusText: "", data: "<html>Bad Gateway</html>", internal: false, error: undefined };
    expect(await answerOrFailure(() => Promise.reject(page))).toEqual({ failure: "unexpected" });
  }
  const undecoded = new Error("Unable to decode turbo-stream response", { cause: new Error("no stream") });
  expect(await answerOrFailure(() => Promise.reject(undecoded))).toEqual({ failure: "unexpected" });
  expect(await answerOrFailure(async () => undefined)).toEqual({ failure: "unexpected" });
});
