import { startRepeating, type RepeatOptions } from '@latchkey/database';
import type { Metrics } from '@latchkey/http-server';
import type { Logger } from '@latchkey/process';
import { Counter } from 'prom-client';
import type { UserApiConfig } from './config.ts';
import type { UserApiContext } from './context.ts';
import { createCompose } from './mail/compose.ts';
import { sendDue } from './mail/send-due.ts';
import { createMailServer } from './sibling/mail-server.ts';
import type { Database } from './store/database.ts';
import { createMailOutbox } from './store/mail-outbox.ts';

interface SenderParts extends Pick<RepeatOptions, 'schedule'> {
  readonly database: Database;
  readonly context: Pick<UserApiContext, 'now' | 'linkTokens'>;
  readonly logger: Pick<Logger, 'warn'>;
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
    deliver: createMailServer({ url, from }),
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

const offSentence =
  'MAIL_URL is not set: nobody can sign up or reset a password by mail, invitations and security notices are not sent, and operators print links instead';
