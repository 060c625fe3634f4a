import type { ConfirmView } from './page-view.ts';
import { renderPage } from './render.ts';
import { sampleConfirm, sampleNowMs, sampleRequest } from './sample-views.ts';

function render(changes: Partial<ConfirmView> = {}): string {
  const view = { ...sampleConfirm, ...changes };
  return renderPage(view, 'en', { pageUrl: 'https://sso.test/device_login', nowMs: sampleNowMs }).replace(
    /\s+/g,
    ' ',
  );
}

test('approve and deny are the same button but for icon, word and value, and neither is chosen beforehand', () => {
  const buttons = render().match(/<button[^>]*>/g);
  expect(buttons).toEqual([
    '<button name="decision" value="deny">',
    '<button name="decision" value="approve">',
  ]);
  expect(render()).not.toMatch(/autofocus|checked|selected/);
});

test('carries the ticket and the code, and asks for no secret again', () => {
  const page = render();
  expect(page).toContain('<input type="hidden" name="ticket" value="ticket-value" />');
  expect(page).toContain('<input type="hidden" name="user_code" value="WDJB-MJHT" />');
  expect(page.match(/<input [^>]*>/g)?.filter((tag) => !tag.includes('type="hidden"'))).toEqual([]);
});

test('shows what to compare, and the warning before the decision', () => {
  const page = render();
  expect(page).toContain('<strong class="code"><bdi translate="no">WDJB-MJHT</bdi></strong>');
  expect(page).toContain(
    '<strong>Only continue if you started this yourself, on your own device.</strong> Latchkey staff will never ask you for this code.',
  );
  expect(page.indexOf('class="warning"')).toBeLessThan(page.indexOf('<form'));
  expect(page).toContain('<dt>Account</dt> <dd><bdi translate="no">demo@latchkey.test</bdi></dd>');
  expect(page).toContain('2 minutes ago');
  expect(page).toContain('203.0.113.7');
});

test('an endless client name is cut, so that the warning stays in sight', () => {
  const page = render({ request: { ...sampleRequest, clientName: 'Trust me '.repeat(1000) } });
  expect(/<bdi translate="no">(Trust me [^<]*)<\/bdi>/.exec(page)?.[1]).toHaveLength(100);
});
