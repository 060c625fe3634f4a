import { startRepeating, type RepeatOptions } from '@latchkey/database';
import type { Metrics } from '@latchkey/http-server';
import type { Logger } from '@latchkey/process';
import { Counter, Gauge } from 'prom-client';
import type { UserApiConfig } from './config.ts';
import type { UserApiContext } from './context.ts';
import { createCompose } from './people/mail/compose.ts';
import { sendDue, type SenderPorts } from './people/mail/send-due.ts';
import { createMailServer } from './sibling/mail-server.ts';
import type { Database } from './store/database.ts';
import { createMailOutbox } from './store/people/mail-outbox.ts';

interface SenderParts extends Pick<RepeatOptions, 'schedule'> {
  readonly database: Database;
  readonly context: Pick<UserApiContext, 'now' | 'linkTokens' | 'theme'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly metrics: Metrics;
}

/**
 * Sends mails as they become due. The result stops it and resolves when those in hand are done. Without a mail server it
 * only says so. Source: contract part 2 "Mail".
 */
export function startSender(config: UserApiConfig, parts: SenderParts): () => Promise<void> {
  const { database, context, logger, metrics, ...options } = parts;
  const { MAIL_URL: url, MAIL_FROM: from = '', SSO_URL: ssoUrl } = config;
  if (url === undefined) {
    if (config.NODE_ENV === 'production') logger.warn(offSentence);
    return async () => undefined;
  }
  let isStopped = false;
  const ended = new Counter({
    name: 'user_api_mails_total',
    help: 'Attempts to send a mail, by what became of it: sent, dropped, waiting for the next attempt, or dead',
    labelNames: ['status'],
    registers: [metrics.registry],
  });
  const ports = {
    now: context.now,
    outbox: createMailOutbox(database),
    compose: createCompose({ ...context, ssoUrl }),
    deliver: watchServer(createMailServer({ url, from, name: context.theme.sender }), parts),
    count: (status: string) => ended.inc({ status }),
    isStopped: () => isStopped,
  };
  const stop = startRepeating(() => sendDue(ports), {
    everyMs: 1_000,
    onError: (error) => logger.warn('mails could not be sent', { error }),
    ...options,
  });
  return () => {
    isStopped = true;
    return stop();
  };
}

/** Says when the mail server begins to take no mail at all, and when it takes mails again. */
function watchServer(
  deliver: SenderPorts['deliver'],
  { logger, metrics }: SenderParts,
): SenderPorts['deliver'] {
  const up = new Gauge({
    name: 'user_api_mail_server_up',
    help: '0 while the mail server takes no mail at all, else 1; NaN until a mail was tried',
    registers: [metrics.registry],
  });
  up.set(Number.NaN);
  let isDown = false;
  return async (message) => {
    const delivery = await deliver(message);
    const wasDown = isDown;
    isDown = delivery.result === 'down';
    up.set(isDown ? 0 : 1);
    if (delivery.result === 'down' && !wasDown)
      logger.warn('the mail server takes no mails', { problem: delivery.problem });
    if (!isDown && wasDown) logger.info('the mail server takes mails again');
    return delivery;
  };
}

const offSentence =
  'MAIL_URL is not set: nobody can sign up or reset a password by mail, invitations and security notices are not sent, and operators print links instead';
