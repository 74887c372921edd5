# The shop on the image's Node; the lockfile's Node is left out. Never built yet: no container engine was available.
FROM node:26-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
COPY scripts scripts
RUN node scripts/prepare.mjs --no-build
COPY vite.config.ts react-router.config.ts tsconfig.json ./
COPY app app
COPY owner owner
COPY ui ui
COPY shop shop
COPY database database
COPY server server
COPY web web
COPY public public
RUN node scripts/prepare.mjs && npm prune --omit=dev --no-audit --no-fund && rm -rf node_modules/node-*-* node_modules/.bin/node

FROM node:26-bookworm-slim
RUN useradd --system --uid 10001 --home-dir /shop shop \
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
COPY web web
COPY cli cli
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=/tmp/node-compile-cache
USER shop
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s --interval=15s --timeout=5s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "build/shop/main.js"]
