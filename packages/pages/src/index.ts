/**
 * The engine of the pages: what a page of any service is made of, and what its forms are checked by. A service brings its
 * messages in each language and its views; the engine knows no route and no framework.
 */
export { cleanText, isolateText, unlinkText } from './clean-text.ts';
export { readCookie, writeCookie } from './cookies.ts';
export { createBrowserSecret, createFormToken, readFormToken, signForBrowser } from './csrf.ts';
export { deliver, deliveredType, longestShownText, sendFile, type Delivery } from './deliver.ts';
export { createFrame, renderDocument, renderForm, type Frame, type PagePart } from './document.ts';
export { renderCheck, renderField, showsError, type FieldError } from './field.ts';
export { html, styleElement, toMarkup, type Html } from './html.ts';
export { approveIcon, denyIcon, warningIcon } from './icons.ts';
export { renderLanguages, renderLink } from './languages.ts';
export { type Locale, locales, negotiateLocale } from './locale.ts';
export { isOpenedByPerson, isOwnForm, isTopWindow } from './page-origin.ts';
export { createPagePolicy, createSkin, type Skin } from './skin.ts';
export { readTheme } from './theme/read-theme.ts';
export { showTheme, themeCommand } from './theme/show-theme.ts';
export { latchkeyTheme, roundness, type Theme } from './theme/theme.ts';
export { summariseUserAgent } from './user-agent.ts';
export { formatSize, formatWait } from './formats.ts';
export { wordsByLocale } from './words.ts';
