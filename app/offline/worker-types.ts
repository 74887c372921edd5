/** What the worker uses of TypeScript's `lib.webworker.d.ts`, which doesn't go together with the types of pages. */

export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  /** The browser's own request for a page, sent while the worker starts; undefined where it sends none. */
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

export interface MessageToWorker extends WorkerEvent {
  readonly data: unknown;
}

export interface WorkerScope {
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window" }): Promise<readonly { url: string }[]>;
  };
  readonly registration: ServiceWorkerRegistration;
  addEventListener(type: "activate", listen: (event: WorkerEvent) => void): void;
  addEventListener(type: "message", listen: (event: MessageToWorker) => void): void;
  addEventListener(type: "fetch", listen: (event: RequestEvent) => void): void;
}
