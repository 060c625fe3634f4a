/** In the languages of sso's pages; English is for every other. */
const sentences: Readonly<Record<string, string>> = {
  en: 'Go back to the terminal. You can close this page.',
  de: 'Kehren Sie zum Terminal zurück. Sie können diese Seite schließen.',
  fr: 'Revenez au terminal. Vous pouvez fermer cette page.',
  es: 'Vuelva al terminal. Puede cerrar esta página.',
  pt: 'Volte ao terminal. Pode fechar esta página.',
  ru: 'Вернитесь в терминал. Эту страницу можно закрыть.',
  ja: 'ターミナルに戻ってください。このページは閉じてかまいません。',
  zh: '请回到终端。您可以关闭此页面。',
};

export const callbackHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
} as const;

/** The page that ends a sign-in in a browser, in the name of the installation and a language of the reader. */
export function renderCallbackPage(name = 'Latchkey', acceptLanguage = ''): string {
  const asked = acceptLanguage.split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  const language = asked.find((one) => one in sentences) ?? 'en';
  const title = escape(name);
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>body { margin: 20vh auto; padding: 0 1rem; max-width: 30rem; font: 1.125rem/1.5 system-ui, sans-serif; text-align: center; text-wrap: balance }</style>
<h1 translate="no">${title}</h1>
<p>${sentences[language]}</p>
</html>
`;
}

const escape = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
