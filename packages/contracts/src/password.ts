/** The rules of a new password, as `about.rule` names them in a refusal. Source: contract part 2 "Passwords, codes, throttling". */
export const passwordRules = ['short', 'long', 'common', 'own_name', 'same'] as const;
export type PasswordRule = (typeof passwordRules)[number];
