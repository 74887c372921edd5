# The shop in a container. Node 26 itself comes with the lockfile, as on any other machine; the image that builds needs npm alone.
FROM node:26-bookworm-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /shop
COPY package.json package-lock.json ./
COPY scripts scripts
RUN node scripts/prepare.mjs --no-build
COPY vite.config.ts react-router.config.ts tsconfig.json ./
COPY app app
COPY shop shop
COPY public public
RUN node scripts/prepare.mjs && npm prune --omit=dev --no-audit --no-fund

FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /shop shop \
  && install --directory --owner=shop --mode=700 /data
WORKDIR /shop
COPY package.json ./
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY catalog/products.json catalog/
COPY catalog/pictures catalog/pictures
COPY database database
COPY shop shop
COPY server server
COPY cli cli
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/tmp/node-compile-cache
ENV PATH=/shop/node_modules/.bin:$PATH
USER shop
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s --interval=15s --timeout=5s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/main.ts"]
