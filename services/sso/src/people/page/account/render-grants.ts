import { cleanText, html, isolateText, renderLink, summariseUserAgent, type Html } from '@latchkey/pages';
import { renderClientName, renderOwner, renderQuoted } from '../render-names.ts';
import { givesDrops, renderScopes } from '../render-request.ts';
import type { DeviceItem, SectionOf, SessionItem } from './account-view.ts';
import { renderMoment, renderPaging } from './render-list.ts';
import { renderAct, type FormContext } from './sign-in-fields.ts';

const [maxDeviceLength, maxAddressLength] = [64, 64];

function renderDevice(device: DeviceItem, context: FormContext): Html {
  const { messages } = context;
  const words = messages.account.devices;
  const { client, device_name: name, registered_by: owner, status } = device;
  const scopes = device.scope.split(' ').filter((scope) => scope !== '');
  const used = device.last_refreshed_at ?? device.approved_at;
  return html`<li class="item">
    <h2>${renderClientName(client.name, messages)}</h2>
    <dl class="facts">
      ${
        owner !== null &&
        html`<dt>${messages.request.registered}</dt>
          <dd>${renderOwner(owner, messages)}</dd>`
      }
      ${
        name !== null &&
        html`<dt>${messages.request.device}</dt>
          <dd>${messages.request.callsItself(renderQuoted(name, maxDeviceLength, messages))}</dd>`
      }
      <dt>${messages.apps.connected}</dt>
      <dd>${messages.apps.roads[device.road]}</dd>
      <dt>${words.since}</dt>
      <dd>
        ${renderMoment(device.approved_at, context)}${status === 'approved_waiting_pickup' && html` (${words.waiting})`}
      </dd>
      <dt>${words.from}</dt>
      <dd>${isolateText(device.ip, maxAddressLength)}</dd>
      <dt>${words.lastUsed}</dt>
      <dd>${renderMoment(used, context)}</dd>
    </dl>
    ${
      (scopes.length > 0 || givesDrops(device.audience, context)) &&
      html`<details>
        <summary>${words.can}</summary>
        ${renderScopes({ scopes, audiences: device.audience }, context)}
      </details>`
    }
    <div class="acts">
      ${renderAct(context, { act: 'end_device', label: words.end, fields: { id: device.id } })}
      ${renderAct(context, {
        act: 'end_app',
        label: words.endApp(renderClientName(client.name, messages)),
        fields: { client_id: client.id },
      })}
    </div>
  </li> `;
}

export function renderDevices(section: SectionOf<'devices'>, context: FormContext): Html {
  const { devices: words, overview } = context.messages.account;
  if (section.items.length === 0 && !section.isLater)
    return html`<p class="lead">${words.none}</p>
      <p>${renderLink(context, '/device_login', overview.connect, 'restart')}</p>`;
  return html`<p class="lead">${words.lead}</p>
    <ul class="items">
      ${section.items.map((device) => renderDevice(device, context))}
    </ul>
    ${renderPaging(section, context)}`;
}

function renderSession(session: SessionItem, context: FormContext): Html {
  const { browsers, devices } = context.messages.account;
  const program = summariseUserAgent(session.user_agent);
  const app = session.client?.name ?? '';
  return html`<li class="item">
    <h2>
      <bdi translate="no">${program === '' ? cleanText(session.ip, maxAddressLength) : program}</bdi>
      ${session.current && html`<span class="aside">(${browsers.here})</span>`}
    </h2>
    <dl class="facts">
      ${
        cleanText(app, 1) !== '' &&
        html`<dt>${browsers.app}</dt>
          <dd>${renderClientName(app, context.messages)}</dd>`
      }
      <dt>${browsers.signedIn}</dt>
      <dd>${renderMoment(session.created_at, context)}</dd>
      <dt>${devices.from}</dt>
      <dd>${isolateText(session.ip, maxAddressLength)}</dd>
      <dt>${devices.lastUsed}</dt>
      <dd>${renderMoment(session.last_seen_at, context)}</dd>
    </dl>
    ${
      !session.current &&
      html`<div class="acts">
        ${renderAct(context, { act: 'end_session', label: browsers.end, fields: { id: session.id } })}
      </div>`
    }
  </li> `;
}

/** Renders the sign-ins of the account, this browser among them. */
export function renderBrowsers(section: SectionOf<'browsers'>, context: FormContext): Html {
  const words = context.messages.account.browsers;
  return html`<p class="lead">${words.lead}</p>
    <ul class="items">
      ${section.items.map((session) => renderSession(session, context))}
    </ul>
    ${renderPaging(section, context)}
    <p class="hint">${words.endOthersHint}</p>
    ${renderAct(context, { act: 'end_others', label: words.endOthers })}`;
}
