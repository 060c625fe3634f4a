interface ListenerConfig {
  readonly PORT: number;
  readonly HOST?: string | undefined;
  readonly INTERNAL_PORT: number;
  readonly INTERNAL_HOST?: string | undefined;
}

/** Where a service listens, as `serve` of @latchkey/http-server takes it. */
export function readListeners(config: ListenerConfig) {
  return {
    public: { port: config.PORT, host: config.HOST },
    internal: { port: config.INTERNAL_PORT, host: config.INTERNAL_HOST },
  };
}
