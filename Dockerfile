# Millrace in a container: `millrace serve` with everything inside, or one of its parts (api, worker, realtime).
# docs/operations.md tells how to use it. The sources run as they are on Node 24; only the web app is built.

FROM node:24-bookworm-slim AS packages
WORKDIR /opt/millrace
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/contract/package.json packages/contract/
COPY packages/engine/package.json packages/engine/
RUN npm ci --no-audit --no-fund

FROM packages AS web
COPY tsconfig.base.json ./
COPY packages/contract packages/contract
COPY apps/web apps/web
RUN cd apps/web && NODE_ENV=production node ../../node_modules/vite/bin/vite.js build

FROM packages
RUN npm prune --omit=dev --no-audit --no-fund
COPY scripts/server-flags.mjs scripts/
COPY packages packages
COPY apps/server apps/server
COPY --from=web /opt/millrace/apps/web/dist apps/web/dist
# The links between PostgreSQL's libraries are made here, where the folder may still be written. The folders of the data
# belong to the user of the container, and so does what Node keeps of compiled sources.
RUN node -e "import('./apps/server/src/platform/embedded/binaries.ts').then((found) => found.findPostgresBinaries())" \
  && ln -s /opt/millrace/apps/server/bin/millrace.mjs /usr/local/bin/millrace \
  && chmod 755 apps/server/bin/millrace.mjs \
  && mkdir -p /data /files node_modules/.cache/millrace \
  && chown node:node /data /files node_modules/.cache node_modules/.cache/millrace

ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  MILLRACE_DATA=/data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# A worker answers no calls: compose.several.yaml switches the check off there.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/millrace/apps/server/bin/millrace.mjs"]
CMD ["serve"]
