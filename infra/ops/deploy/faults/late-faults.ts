import { withClient } from '@latchkey/database';
import { cookiesOf } from '../../../local/person.ts';
import { postForm, readAnswer } from '../../../local/raw-requests.ts';
import type { ComposeStack } from '../compose-stack.ts';
import { waitUntilReady } from '../stack-probe.ts';
import type { Fault } from './fault.ts';

/** A person signs up, and the mail with the link finds no mail server. */
export function stopMailServer(stack: ComposeStack): Fault {
  const { urls } = stack;
  // A host of the stack at which nobody listens to SMTP.
  const setMailUrl = async (MAIL_URL: string) => {
    await stack.recreate('user-api', { MAIL_URL });
    await waitUntilReady(urls);
  };
  return {
    name: 'the mail server takes no mails',
    alerts: ['LatchkeyMailsLate'],
    async begin() {
      await setMailUrl('smtp://redis:25');
      const page = `${urls.sso}/signup`;
      const headers = { accept: 'application/json' };
      const form = await readAnswer(await fetch(page, { headers }));
      const fields = { csrf: String(form.body['csrf']), act: 'ask', email: 'late@deploy.test' };
      const { body } = await postForm(page, fields, { ...headers, cookie: cookiesOf(form) });
      if (body['outcome'] !== 'sent') throw new Error(`The page answered ${JSON.stringify(body)}.`);
    },
    end: () => setMailUrl(''),
  };
}

/** The request log ends in the next month, and the service cannot make more of it. */
export function endLogMonths(stack: ComposeStack): Fault {
  const make = 'make_request_log_months';
  const query = (text: string) => withClient(stack.databaseUrl('user_api'), (client) => client.query(text));
  return {
    name: 'the request log ends next month',
    alerts: ['LatchkeyLogMonthsShort'],
    async begin() {
      await query(`alter function ${make}(timestamptz, int) rename to ${make}_away`);
      await query(`do $$ declare late text; begin
        for late in select month from request_log_months() where until > now() + interval '62 days' loop
          execute format('drop table %I', late);
        end loop; end $$`);
      await stack.run('restart', 'user-api');
    },
    async end() {
      await query(`alter function ${make}_away(timestamptz, int) rename to ${make}`);
      await stack.run('restart', 'user-api');
    },
  };
}

export function ageSigningKey(stack: ComposeStack): Fault {
  const age = async (days: number) => {
    const move = `const path = process.env.SIGNING_KEYS_FILE; const fs = require('node:fs');
      const keys = JSON.parse(fs.readFileSync(path, 'utf8'));
      for (const key of keys)
        key.not_before = new Date(Date.parse(key.not_before) - ${days} * 86400000).toISOString();
      fs.writeFileSync(path, JSON.stringify(keys));`;
    await stack.run('run', '--rm', '--no-deps', '-T', 'sso-keys', 'node', '-e', move);
    await stack.run('restart', 'sso');
  };
  return {
    name: 'the signing key is a year old',
    alerts: ['LatchkeySigningKeyOld'],
    begin: () => age(365),
    end: () => age(-365),
  };
}
