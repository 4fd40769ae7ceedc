# docker build -t fieldpost . && docker run -p 8787:8787 -v fieldpost:/data fieldpost
FROM node:24-bookworm AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && scripts/program.sh /program

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8787 DATA_DIR=/data
COPY --from=build /program /program
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 8787
# `ready` is for a load balancer; a full disk is no reason to start anew.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "/program/dist/server/main.js"]
