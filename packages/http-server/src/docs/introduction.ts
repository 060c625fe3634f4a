import type { ServiceInfo, SiblingName } from './document.ts';
import type { Site } from './site.ts';

const variables: Record<SiblingName, string> = {
  sso: '$SSO_URL',
  'user-api': '$USER_API_URL',
  drop: '$DROP_URL',
};
/** What stands in requests for the client of the reader. */
export const clientPlaceholder = 'your-client-id';

/**
 * What stands above the operations, as CommonMark: how to get a token, the first call with it, what a failure looks like,
 * and where the other services' documents are. Source: contract part 5 "Documents".
 */
export function introduce({ name, firstCall }: ServiceInfo, site: Site, failure?: object): string {
  const { clientId } = site;
  const urlOf = (service: SiblingName) => site.addresses[service] ?? variables[service];
  const client = `-d client_id=${clientId ?? clientPlaceholder}`;
  const others = site.shown.flatMap((service) => {
    const url = site.addresses[service];
    return service === name || url === undefined ? [] : [`[${service}](${url}/docs)`];
  });
  const steps = firstCall && [
    '## How to get a token',
    ...(clientId === undefined ? [`Put the id of your client in place of ${clientPlaceholder}.`] : []),
    `1. Ask for a code:\n\n${shell(`${urlOf('sso')}/device_authorization ${client} -d 'scope=${firstCall.scope}'`)}`,
    '2. Open the `verification_uri_complete` of the answer in a browser, sign in and approve.',
    `3. Take the \`access_token\`:\n\n${shell(`${urlOf('sso')}/token -d grant_type=device_code ${client} -d device_code=DEVICE_CODE`)}`,
    `4. Call:\n\n${shell(firstCall.write(urlOf(firstCall.service)))}`,
    'On this page: **Authorize** takes the token, then **Try it out** sends it.',
  ];
  return [
    ...(steps ?? []),
    ...(failure === undefined
      ? []
      : [`## Failures\n\n${block(JSON.stringify(failure))}\n\nEach operation lists its codes by status.`]),
    ...(others.length === 0 ? [] : [`## Other services\n\n${others.join(' · ')}`]),
  ].join('\n\n');
}

const shell = (call: string): string => indent(block(`curl ${call}`));
const block = (text: string): string => `\`\`\`\n${text}\n\`\`\``;
const indent = (text: string): string => text.replaceAll(/^/gm, '   ');
