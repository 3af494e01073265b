# The image of this tool. Build:  docker build -t contextful .
# Run:  docker run --rm -v "$PWD:/project" contextful eval run
# For a release, pin the base by digest:  --build-arg NODE_IMAGE=node:22-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:22-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && sh scripts/runtime-root.sh /runtime

# No shell and no package manager: nothing but Node, the libraries it links, and the package.
FROM scratch
COPY --from=build /runtime/ /
USER 65532:65532
ENV NODE_ENV=production HOME=/tmp
WORKDIR /project
VOLUME ["/project"]
ENTRYPOINT ["/usr/local/bin/node", "/opt/contextful/bin/contextful.mjs"]
CMD ["--help"]
