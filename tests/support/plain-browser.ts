import { cookiesKeptBy, unlisted } from "./kept-in-browsers.ts";

export type PlainBrowser = ReturnType<typeof plainBrowser>;

/** A browser without JavaScript: it keeps the cookies that the shop lists, reads pages and sends forms. It goes where it is sent only when asked. */
export function plainBrowser(url: string, cookies = new Map<string, string>()) {
  async function send(path: string, init: RequestInit = {}) {
    const headers = { accept: "text/html", cookie: [...cookies.values()].join("; "), ...init.headers };
    const answer = await fetch(url + path, { ...init, headers, redirect: "manual" });
    const [unknown] = unlisted(cookiesKeptBy(answer.headers));
    if (unknown) throw new Error(`${path} sets what the shop doesn't list: ${unknown}`);
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      cookies.set(pair.split("=")[0] ?? "", pair);
    }
    return answer;
  }

  return {
    cookies,
    open: (path: string, headers: Record<string, string> = {}, method = "GET") => send(path, { headers, method }),
    sendForm: (path: string, form: Record<string, string> | string[][]) =>
      send(path, { method: "POST", body: new URLSearchParams(form) }),
    send: (path: string, body: FormData) => send(path, { method: "POST", body }),
    sendFile: (path: string, file: Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      body.set("file", new Blob([file]), "file");
      return send(path, { method: "POST", body });
    },
    sendJson: (path: string, body: unknown) =>
      send(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  };
}
