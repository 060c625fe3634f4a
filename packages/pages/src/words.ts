import type { Locale } from './locale.ts';

export interface Words {
  /** BCP 47 tag for the lang attribute and for Intl. */
  readonly tag: string;
  readonly dir: 'ltr' | 'rtl';
  readonly languageName: string;
  readonly languageChoice: string;
  readonly pageAddress: string;
  readonly restart: string;
  /** Where the installation leads people at the foot of each page. */
  readonly support: string;
  readonly terms: string;
  readonly privacy: string;
  /** A page puts this before its title when a field has an error. */
  readonly errorPrefix: string;
}

export const wordsByLocale: Readonly<Record<Locale, Words>> = {
  en: {
    tag: 'en',
    dir: 'ltr',
    languageName: 'English',
    languageChoice: 'Language',
    pageAddress: 'Address of this page:',
    restart: 'Start again',
    support: 'Help',
    terms: 'Terms',
    privacy: 'Privacy',
    errorPrefix: 'Error',
  },
  de: {
    tag: 'de',
    dir: 'ltr',
    languageName: 'Deutsch',
    languageChoice: 'Sprache',
    pageAddress: 'Adresse dieser Seite:',
    restart: 'Von vorn beginnen',
    support: 'Hilfe',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    errorPrefix: 'Fehler',
  },
  fr: {
    tag: 'fr',
    dir: 'ltr',
    languageName: 'Français',
    languageChoice: 'Langue',
    pageAddress: 'Adresse de cette page\u00a0:',
    restart: 'Recommencer',
    support: 'Aide',
    terms: 'Conditions d’utilisation',
    privacy: 'Confidentialité',
    errorPrefix: 'Erreur',
  },
  es: {
    tag: 'es',
    dir: 'ltr',
    languageName: 'Español',
    languageChoice: 'Idioma',
    pageAddress: 'Dirección de esta página:',
    restart: 'Empezar de nuevo',
    support: 'Ayuda',
    terms: 'Condiciones de uso',
    privacy: 'Privacidad',
    errorPrefix: 'Error',
  },
  pt: {
    tag: 'pt-BR',
    dir: 'ltr',
    languageName: 'Português',
    languageChoice: 'Idioma',
    pageAddress: 'Endereço desta página:',
    restart: 'Começar de novo',
    support: 'Ajuda',
    terms: 'Termos de uso',
    privacy: 'Privacidade',
    errorPrefix: 'Erro',
  },
  ru: {
    tag: 'ru',
    dir: 'ltr',
    languageName: 'Русский',
    languageChoice: 'Язык',
    pageAddress: 'Адрес этой страницы:',
    restart: 'Начать заново',
    support: 'Помощь',
    terms: 'Условия использования',
    privacy: 'Конфиденциальность',
    errorPrefix: 'Ошибка',
  },
  ja: {
    tag: 'ja',
    dir: 'ltr',
    languageName: '日本語',
    languageChoice: '言語',
    pageAddress: 'このページのアドレス:',
    restart: '最初からやり直す',
    support: 'ヘルプ',
    terms: '利用規約',
    privacy: 'プライバシー',
    errorPrefix: 'エラー',
  },
  zh: {
    tag: 'zh-Hans',
    dir: 'ltr',
    languageName: '简体中文',
    languageChoice: '语言',
    pageAddress: '本页地址：',
    restart: '重新开始',
    support: '帮助',
    terms: '使用条款',
    privacy: '隐私',
    errorPrefix: '错误',
  },
};
