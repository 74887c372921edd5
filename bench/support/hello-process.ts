import { createServer } from "node:http";

/** The least that a server can cost: it says hello. */
createServer((_request, answer) => answer.end("Hello")).listen(Number(process.env.PORT), () => process.send?.("ready"));
