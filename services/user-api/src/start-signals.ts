import { startRepeating, type RepeatOptions } from '@latchkey/database';
import type { Metrics } from '@latchkey/http-server';
import type { Logger } from '@latchkey/process';
import { Counter } from 'prom-client';
import type { UserApiConfig } from './config.ts';
import type { UserApiContext } from './context.ts';
import { composeSignal } from './people/signals/compose-signal.ts';
import { sendSignals } from './people/signals/send-signals.ts';
import { createAddressCheck, resolveName } from './sibling/addresses.ts';
import { createReceiver } from './sibling/receiver.ts';
import type { Database } from './store/database.ts';
import { createSignalOutbox } from './store/people/signal-outbox.ts';

interface SignalParts extends Pick<RepeatOptions, 'schedule'> {
  readonly database: Pick<Database, 'query' | 'execute'>;
  readonly context: Pick<UserApiContext, 'now' | 'newId' | 'pause' | 'secrets' | 'sendsMail'>;
  readonly logger: Pick<Logger, 'warn'>;
  readonly metrics: Metrics;
}

/**
 * Sends signals as they become due. The result stops it and resolves when those in hand are done. Source:
 * contract part 2 "Signals".
 */
export function startSignals(
  {
    NODE_ENV,
    SIGNAL_PRIVATE_NETWORKS: opened = '',
  }: Pick<UserApiConfig, 'NODE_ENV' | 'SIGNAL_PRIVATE_NETWORKS'>,
  { database, context, logger, metrics, ...options }: SignalParts,
): () => Promise<void> {
  if (NODE_ENV === 'production' && opened !== '')
    logger.warn('SIGNAL_PRIVATE_NETWORKS lets operators send signals to addresses that are not public', {
      opened,
    });
  let isStopped = false;
  const ended = new Counter({
    name: 'user_api_signals_total',
    help: 'Attempts to send a signal, by what became of it, as of mails, and by what failed',
    labelNames: ['status', 'problem'],
    registers: [metrics.registry],
  });
  const { now } = context;
  const ports = {
    ...context,
    outbox: createSignalOutbox(database),
    compose: composeSignal.bind(undefined, context),
    deliver: createReceiver({ now, isAllowed: createAddressCheck(opened), resolve: resolveName }),
    count: (status: string, problem: string) => ended.inc({ status, problem }),
    isStopped: () => isStopped,
  };
  const stop = startRepeating(() => sendSignals(ports), {
    everyMs: 1_000,
    onError: (error) => logger.warn('signals could not be sent', { error }),
    ...options,
  });
  return () => {
    isStopped = true;
    return stop();
  };
}
