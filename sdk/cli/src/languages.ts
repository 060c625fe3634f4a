export const languages = ['en', 'de', 'fr', 'es', 'pt', 'ru', 'ja', 'zh'] as const;
