import { html, raw } from "hono/html";
import type { OpenApi, Operation, Parameter } from "../openapi.ts";
import { problemKinds } from "../problems.ts";
import { exampleOf } from "./example.ts";
import { fieldList, inline, shownSchema } from "./fields.ts";
import { styles } from "./styles.ts";

interface Shown {
  method: string;
  path: string;
  operation: Operation;
}

interface Looks {
  shopName: string;
  /** Styles that replace the theme's colors. */
  accent: string | undefined;
}

/** The page that shows the API's document to people: without scripts, fonts or anything else from elsewhere. See docs/decisions/0256. */
export function referencePage(document: OpenApi, { shopName, accent = "" }: Looks) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Shown => ({ method: method.toUpperCase(), path, operation })),
  );
  const byTag = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? "");
  const address = document.servers[0]?.url ?? "";
  return html`<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>API | ${shopName}</title>
    <link rel="icon" href="/favicon.ico" />
    <link rel="service-desc" href="/api/openapi.json" />
    <style>
      ${raw(styles + accent)}
    </style>
  </head>
  <body>
    <div class="page">
      <header>
        <h1>${document.info.title}</h1>
        ${document.info.description.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`)}
        <p class="actions">
          <a class="button" href="/api/openapi.json">OpenAPI document</a>
          <a href="/">${shopName}</a>
        </p>
      </header>
      ${contents(byTag)}
      <main>
        ${document.tags.map(
          ({ name, description }) => html`<section id="${name}">
          <h2>${name}</h2>
          <p>${inline(description)}</p>
          ${byTag.get(name)?.map((shown) => shownOperation(shown, address))}
        </section>`,
        )}
        ${schemas(document)}${problems()}
      </main>
    </div>
  </body>
</html>`;
}

function contents(byTag: Map<string, Shown[]>) {
  const nouns = [...byTag].map(
    ([tag, shown]) => html`<li>
      <a class="noun" href="#${tag}">${tag}</a>
      <ul>
        ${shown.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>`)}
      </ul>
    </li>`,
  );
  return html`<nav aria-label="Contents">
    <ul>
      ${nouns}
      <li><a class="noun" href="#schemas">Schemas</a></li>
      <li><a class="noun" href="#problems">Problems</a></li>
    </ul>
  </nav>`;
}

function shownOperation({ method, path, operation }: Shown, address: string) {
  const { operationId, summary, description, security, parameters, requestBody, responses } = operation;
  const body = requestBody?.content["application/json"]?.schema;
  const [status, answer] = Object.entries(responses)[0] ?? [];
  const answered = answer && "content" in answer ? answer.content?.["application/json"]?.schema : undefined;
  const parts = [
    description && html`<p>${inline(description)}</p>`,
    parameters.length > 0 && html`<h4>Parameters</h4>${parameterList(parameters)}`,
    body && html`<h4>Body</h4>${shownSchema(body, true)}`,
    html`<h4>Answer ${status}</h4>${answered ? shownSchema(answered, false) : html`<p>Nothing</p>`}`,
    html`<h4>Example</h4><pre><code>${exampleOf(method, address + path, operation)}</code></pre>`,
  ];
  return html`<article id="${operationId}">
    <h3>${summary}</h3>
    <p class="call">
      <span class="method ${method}">${method}</span>
      <span>${path}</span>
      <span class="scope">${security[0]?.token?.join(", ")}</span>
    </p>${parts.filter(Boolean)}
  </article>`;
}

function parameterList(parameters: Parameter[]) {
  return fieldList(
    parameters.map(({ name, schema, required, description }) => ({ name, schema, isNeeded: required, description })),
  );
}

function schemas({ components }: OpenApi) {
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${Object.entries(components.schemas).map(
      ([name, schema]) => html`<article id="${name}">
        <h3>${name}</h3>${schema.description ? html`<p>${inline(schema.description)}</p>` : ""}${shownSchema(schema, false)}
      </article>`,
    )}
  </section>`;
}

function problems() {
  const kinds = Object.entries(problemKinds).map(
    ([kind, [status, title, advice]]) => html`<div class="field" id="${kind}">
      <dt><code class="name">${status} ${kind}</code></dt>
      <dd>${title}. ${inline(advice)}</dd>
    </div>`,
  );
  return html`<section id="problems">
    <h2>Problems</h2>
    <p>The <code>type</code> of a problem is its address here, such as <code>/api#not-found</code>.</p>
    <dl>${kinds}</dl>
  </section>`;
}
