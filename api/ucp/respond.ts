import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Profiles } from "#shop/platforms/read-profiles.ts";
import type { ApiEnv, ApiOptions } from "../api-env.ts";
import type { Answer } from "./call-operation.ts";
import { json, signAnswer } from "./sign-answer.ts";

/** What all of the protocol's routes need. */
export interface UcpContext extends ApiOptions {
  profiles: Profiles;
}

/** Sends an answer, signed if the request asks for it (`Accept-Signature`, RFC 9421, section 5.1) or the operation always is. */
export async function respond(
  { shop }: Pick<UcpContext, "shop">,
  { req, body }: Context<ApiEnv>,
  answer: Answer & { isSigned?: true | undefined },
) {
  const isSigned = answer.isSigned || req.header("accept-signature") !== undefined;
  const headers = { "Content-Type": json, ...(isSigned && (await signAnswer(shop, answer))) };
  return body(answer.body, answer.status as ContentfulStatusCode, headers);
}
