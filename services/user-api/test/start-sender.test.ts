import type { RepeatOptions } from '@latchkey/database';
import { createMetrics } from '@latchkey/http-server';
import { latchkeyTheme } from '@latchkey/pages';
import { createTimers, useTestDatabase } from '@latchkey/testing';
import { startMailbox } from '@latchkey/testing/mailbox';
import type { UserApiConfig } from '../src/config.ts';
import { createLinkTokens } from '../src/people/mail/link-token.ts';
import { startSender } from '../src/start-sender.ts';
import { createDatabase } from '../src/store/database.ts';
import { makeMail } from './setup/make-mail.ts';
import { startMs } from './setup/signer.ts';
import { insertMail } from './store/mail-rows.ts';

const database = useTestDatabase('user-api', createDatabase);

function start(settings: Partial<UserApiConfig>, options: Pick<RepeatOptions, 'schedule'> = {}) {
  const warned: string[] = [];
  const said: string[] = [];
  const timers = createTimers();
  const metrics = createMetrics();
  const config = {
    NODE_ENV: 'production',
    SSO_URL: 'https://sso.example.test',
    ...settings,
  } as UserApiConfig;
  const stop = startSender(config, {
    database: database(),
    context: {
      now: () => startMs,
      linkTokens: createLinkTokens([{ kid: 'a', key: Buffer.alloc(32) }]),
      theme: latchkeyTheme,
    },
    logger: {
      info: (sentence) => void said.push(sentence),
      warn: (sentence) => void warned.push(sentence),
    },
    metrics,
    schedule: timers.schedule,
    ...options,
  });
  return { warned, said, timers, metrics, stop };
}

test('without MAIL_URL a production says what is off, and nothing else does', async () => {
  const { warned, timers, stop } = start({});
  expect(warned).toEqual([expect.stringMatching(/^MAIL_URL is not set: nobody can sign up or reset/)]);
  expect(timers.list()).toEqual([]);
  expect(start({ NODE_ENV: 'development' }).warned).toEqual([]);
  await stop();
});

test('every second what is due is sent and counted, until it is stopped', async () => {
  const mailbox = await startMailbox();
  const { recipient } = await insertMail(database(), makeMail());
  const sender = start({ MAIL_URL: mailbox.smtpUrl, MAIL_FROM: 'no-reply@example.test' });
  expect(sender.timers.list()).toEqual([1_000]);
  await sender.timers.end();
  await mailbox.waitFor(recipient);
  await sender.stop();
  expect(await sender.metrics.registry.metrics()).toContain('user_api_mails_total{status="sent"} 1');
  expect(sender.warned).toEqual([]);
  await mailbox.stop();
});

test('the log and the metrics say that the mail server takes no mails, and that it does again', async () => {
  const mailbox = await startMailbox();
  const smtpPort = Number(new URL(mailbox.smtpUrl).port);
  await mailbox.stop();
  let tick = () => {};
  const sender = start(
    { MAIL_URL: mailbox.smtpUrl, MAIL_FROM: 'no-reply@example.test' },
    { schedule: (each) => ((tick = each), () => {}) },
  );
  const readUp = async () =>
    /^user_api_mail_server_up (\S+)/m.exec(await sender.metrics.registry.metrics())?.[1];
  const send = async () => {
    const { id } = await insertMail(database(), makeMail());
    const isUnderWay = async () => {
      const { status, problem } = await database().prisma.mail.findUniqueOrThrow({ where: { id } });
      return status === 'waiting' && problem === null;
    };
    while (await isUnderWay()) tick();
    return readUp();
  };
  expect(await readUp()).toBe('Nan');
  expect(await send()).toBe('0');
  expect(await send()).toBe('0');
  expect(sender.warned).toEqual(['the mail server takes no mails']);
  const back = await startMailbox({ smtpPort });
  expect(await send()).toBe('1');
  expect(sender.said).toEqual(['the mail server takes mails again']);
  await sender.stop();
  await back.stop();
});
