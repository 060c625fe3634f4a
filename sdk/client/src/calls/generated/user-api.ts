// Written by scripts/generate.ts from docs/openapi; do not edit.

export interface paths {
    "/auth/user/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a user in and answers an access token */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description One-time handle from sso
                         * @example rly_W5c1Zr5LhNmT3k9QxYb7v
                         */
                        relay?: string;
                        /** @description Instead of relay: the drop that holds the payload */
                        "deadDrop.id"?: string;
                        /** @description Key of that drop */
                        "deadDrop.key"?: string;
                        /**
                         * @description Email address
                         * @example ada@example.com
                         */
                        "auth.user"?: string;
                        /** @description User id, with auth.user or instead of it */
                        "auth.id"?: string;
                        /**
                         * @description Password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description One-time or recovery code, where the account has them */
                        "auth.code"?: string;
                        /** @description Read only when the password must be changed: the new one */
                        new_password?: string;
                        /** @description When sent, it must be the client of the payload */
                        "auth.client_id"?: string;
                        /** @description Binds the session to a device; at least 22 characters */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                token_use: "user" | "member";
                                /** @enum {string} */
                                token_type: "Bearer" | "DPoP";
                                access_token: string;
                                /** @description Seconds */
                                expires_in: number;
                                /** @description What was granted; it may be less than the payload asked for */
                                scope: string;
                                session: components["schemas"]["OpenedSession"];
                                root: components["schemas"]["OpenedRootSession"];
                                user: components["schemas"]["User"];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/user/root-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a user in and opens a root session */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description One-time handle from sso
                         * @example rly_W5c1Zr5LhNmT3k9QxYb7v
                         */
                        relay?: string;
                        /** @description Instead of relay: the drop that holds the payload */
                        "deadDrop.id"?: string;
                        /** @description Key of that drop */
                        "deadDrop.key"?: string;
                        /**
                         * @description Email address
                         * @example ada@example.com
                         */
                        "auth.user"?: string;
                        /** @description User id, with auth.user or instead of it */
                        "auth.id"?: string;
                        /**
                         * @description Password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description One-time or recovery code, where the account has them */
                        "auth.code"?: string;
                        /** @description Read only when the password must be changed: the new one */
                        new_password?: string;
                        /** @description When sent, it must be the client of the payload */
                        "auth.client_id"?: string;
                        /** @description Binds the session to a device; at least 22 characters */
                        fingerprint?: string;
                        /** @description passkey, only with a payload of sso’s own page; no other value is read */
                        "auth.method"?: string;
                        /** @description With auth.method passkey: the assertion as JSON, in place of auth.user and auth.pass */
                        passkey?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                root: components["schemas"]["OpenedRootSession"];
                                user: components["schemas"]["User"];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/user/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens a session for another client from a root session or session */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description One-time handle from sso
                         * @example rly_W5c1Zr5LhNmT3k9QxYb7v
                         */
                        relay?: string;
                        /** @description Instead of relay: the drop that holds the payload */
                        "deadDrop.id"?: string;
                        /** @description Key of that drop */
                        "deadDrop.key"?: string;
                        /** @description Device that the token is bound to; fingerprint is taken as well */
                        "auth.fingerprint"?: string;
                        fingerprint?: string;
                        /** @description How the subject was authenticated; equal to the payload’s */
                        "auth.method"?: string;
                        /** @description When sent, it must be the client of the payload */
                        "auth.client_id"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                token_use: "user" | "member";
                                /** @enum {string} */
                                token_type: "Bearer" | "DPoP";
                                access_token: string;
                                /** @description Seconds */
                                expires_in: number;
                                /** @description What was granted; it may be less than the payload asked for */
                                scope: string;
                                session: components["schemas"]["OpenedSession"];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/member/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a member of an org in and answers an access token */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description One-time handle from sso
                         * @example rly_W5c1Zr5LhNmT3k9QxYb7v
                         */
                        relay?: string;
                        /** @description Instead of relay: the drop that holds the payload */
                        "deadDrop.id"?: string;
                        /** @description Key of that drop */
                        "deadDrop.key"?: string;
                        /**
                         * @description Email address
                         * @example ada@example.com
                         */
                        "auth.user"?: string;
                        /** @description User id, with auth.user or instead of it */
                        "auth.id"?: string;
                        /**
                         * @description Password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description One-time or recovery code, where the account has them */
                        "auth.code"?: string;
                        /** @description Read only when the password must be changed: the new one */
                        new_password?: string;
                        /** @description When sent, it must be the client of the payload */
                        "auth.client_id"?: string;
                        /**
                         * @description Slug or id of the org; equal to the payload’s
                         * @example riverside-lab
                         */
                        "auth.org"?: string;
                        /** @description Binds the session to a device; at least 22 characters */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                token_use: "user" | "member";
                                /** @enum {string} */
                                token_type: "Bearer" | "DPoP";
                                access_token: string;
                                /** @description Seconds */
                                expires_in: number;
                                /** @description What was granted; it may be less than the payload asked for */
                                scope: string;
                                session: components["schemas"]["OpenedSession"];
                                root: components["schemas"]["OpenedRootSession"];
                                user: components["schemas"]["User"];
                                member: components["schemas"]["Member"];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/member/root-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Signs a member of an org in and opens a root session */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description One-time handle from sso
                         * @example rly_W5c1Zr5LhNmT3k9QxYb7v
                         */
                        relay?: string;
                        /** @description Instead of relay: the drop that holds the payload */
                        "deadDrop.id"?: string;
                        /** @description Key of that drop */
                        "deadDrop.key"?: string;
                        /**
                         * @description Email address
                         * @example ada@example.com
                         */
                        "auth.user"?: string;
                        /** @description User id, with auth.user or instead of it */
                        "auth.id"?: string;
                        /**
                         * @description Password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description One-time or recovery code, where the account has them */
                        "auth.code"?: string;
                        /** @description Read only when the password must be changed: the new one */
                        new_password?: string;
                        /** @description When sent, it must be the client of the payload */
                        "auth.client_id"?: string;
                        /**
                         * @description Slug or id of the org; equal to the payload’s
                         * @example riverside-lab
                         */
                        "auth.org"?: string;
                        /** @description Binds the session to a device; at least 22 characters */
                        fingerprint?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                root: components["schemas"]["OpenedRootSession"];
                                user: components["schemas"]["User"];
                                member: components["schemas"]["Member"];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/member/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Opens a session for an org from a root session or session */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description One-time handle from sso
                         * @example rly_W5c1Zr5LhNmT3k9QxYb7v
                         */
                        relay?: string;
                        /** @description Instead of relay: the drop that holds the payload */
                        "deadDrop.id"?: string;
                        /** @description Key of that drop */
                        "deadDrop.key"?: string;
                        /** @description Device that the token is bound to; fingerprint is taken as well */
                        "auth.fingerprint"?: string;
                        fingerprint?: string;
                        /** @description How the subject was authenticated; equal to the payload’s */
                        "auth.method"?: string;
                        /** @description When sent, it must be the client of the payload */
                        "auth.client_id"?: string;
                        /**
                         * @description Slug or id of the org; equal to the payload’s
                         * @example riverside-lab
                         */
                        "auth.org"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                token_use: "user" | "member";
                                /** @enum {string} */
                                token_type: "Bearer" | "DPoP";
                                access_token: string;
                                /** @description Seconds */
                                expires_in: number;
                                /** @description What was granted; it may be less than the payload asked for */
                                scope: string;
                                session: components["schemas"]["OpenedSession"];
                                member: components["schemas"]["Member"];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an account; without a verified address the answer does not say whether one was made */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description One-time handle from sso
                         * @example rly_W5c1Zr5LhNmT3k9QxYb7v
                         */
                        relay?: string;
                        /** @description Instead of relay: the drop that holds the payload */
                        "deadDrop.id"?: string;
                        /** @description Key of that drop */
                        "deadDrop.key"?: string;
                        /**
                         * @description Email address
                         * @example ada@example.com
                         */
                        "auth.user"?: string;
                        /**
                         * @description Password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description When sent, it must be the client of the payload */
                        "auth.client_id"?: string;
                        /**
                         * @description Must be one line with a letter or digit in it, without signs that change the direction of text.
                         * @example Ada Lovelace
                         */
                        name?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                accepted?: boolean;
                                user?: {
                                    id: string;
                                    status: string;
                                };
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/client_credentials/issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issues an app token to the client of a payload */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description One-time handle from sso
                         * @example rly_W5c1Zr5LhNmT3k9QxYb7v
                         */
                        relay?: string;
                        /** @description Instead of relay: the drop that holds the payload */
                        "deadDrop.id"?: string;
                        /** @description Key of that drop */
                        "deadDrop.key"?: string;
                        /** @description When sent, it must be the client of the payload */
                        client_id?: string;
                        /** @description Space-separated, within the payload’s; all of it when not sent */
                        scope?: string;
                        /** @description Within the payload’s; all of them when not sent */
                        aud?: string[] | string;
                        /** @description Binds the token to a device, at least 22 characters; fingerprint is taken as well */
                        "auth.fingerprint"?: string;
                        fingerprint?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                token_type: "Bearer" | "DPoP";
                                access_token: string;
                                expires_in: number;
                                scope: string;
                                credential_id: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers whom a token speaks for */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                token_use: "user" | "member";
                                principal: {
                                    kind: string;
                                    id: string;
                                };
                                user: components["schemas"]["User"];
                                member: components["schemas"]["Member"] | null;
                                session: {
                                    id: string;
                                    /** @enum {string} */
                                    kind: "root" | "client" | "device";
                                    amr: string[];
                                    /**
                                     * Format: date-time
                                     * @example 2026-11-22T09:30:00.000Z
                                     */
                                    auth_time: string | null;
                                    /** Format: date-time */
                                    created_at: string | null;
                                    /** Format: date-time */
                                    last_seen_at: string | null;
                                    /** Format: date-time */
                                    expires_at: string | null;
                                    bound: boolean;
                                };
                                client_id: string;
                                scope: string;
                                expires_at: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the calling session, with its root when the same client opened it, or the calling device */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description Sessions that ended */
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers the account of the caller, and how it signs in */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                user: components["schemas"]["User"];
                                email_verified: boolean;
                                /** @description Whether it signs in with one-time codes */
                                mfa: boolean;
                                /** @description Recovery codes that were not used */
                                recovery_codes_left: number;
                                /** @enum {string} */
                                device_sign_in: "on" | "off";
                                /**
                                 * @description Of its mails
                                 * @example en
                                 */
                                locale: string | null;
                                /** @description A new address that waits for its link, or the former one while it can be put back */
                                email_change: {
                                    /** @enum {string} */
                                    state: "waiting" | "changed";
                                    /** @description The new address while it waits, the former one once it is changed */
                                    email: string;
                                    /** Format: date-time */
                                    until: string;
                                } | null;
                                /**
                                 * @description Characters that a new password has at least
                                 * @example 12
                                 */
                                password_min_length: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/session/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends one session of the caller, and its children; a member ends only sessions of the org */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        session_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/session/revoke_others": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends all sessions and devices of the caller but the calling one; for a member, sessions of the org */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/auth/request_log/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists what happened to the account of the caller, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /**
                         * @description What the events are about
                         * @enum {string}
                         */
                        kind?: "sign_in" | "devices" | "account" | "orgs" | "apps" | "operators";
                        event?: components["schemas"]["LogEvent"];
                        /** @enum {string} */
                        outcome?: "success" | "failure";
                        /** @enum {string} */
                        method?: "password" | "password+totp" | "password+recovery" | "passkey" | "totp" | "session" | "device_code";
                        client_id?: string;
                        /** @description Address, in any spelling */
                        ip?: string;
                        /** @description First instant (RFC 3339), or date in UTC */
                        created_from?: string;
                        /** @description First instant or date after the period */
                        created_to?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["OwnLogEntryPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/session/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the sessions of the caller, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @enum {string} */
                        status?: "active" | "expired" | "revoked";
                        /** @enum {string} */
                        kind?: "root" | "client";
                        client_id?: string;
                        /** @description First instant (RFC 3339), or date in UTC */
                        created_from?: string;
                        /** @description First instant or date after the period */
                        created_to?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["SessionPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the password; all sessions and devices but the calling one end */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        new_password: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                token_type: "Bearer" | "DPoP";
                                access_token: string;
                                expires_in: number;
                                /** @description Sessions and devices that ended */
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/client_password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a new secret for the calling client; the old one stays valid for a day */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Newest secret of the client
                         * @example lks_8Zr1vXk3mTw9bLc5yHd7fNs2gJp4aUe6
                         */
                        "auth.pass"?: string;
                        /** @description Must be blank: the service makes the secret */
                        new_password?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                client_id: string;
                                /** @description The new secret; shown once */
                                client_secret: string;
                                /**
                                 * Format: date-time
                                 * @description When the old secret ends
                                 */
                                previous_expires_at: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/email/request_confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails the caller a link that confirms the address of the account */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /**
                                 * @description Whether this installation sends mail
                                 * @enum {string}
                                 */
                                mail: "on" | "off";
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/email/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mails a link to another address, which becomes that of the account once its person follows the link */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description The new address
                         * @example ada@example.com
                         */
                        email: string;
                        /**
                         * @description Current password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description A one-time or recovery code, where the account has them; an operator’s one-time code */
                        "auth.code"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /**
                                 * @description Whether this installation sends mail
                                 * @enum {string}
                                 */
                                mail: "on" | "off";
                                /** @description The new address, as it is stored */
                                email: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/email/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirms the address of the caller’s own account, or puts a new one in its place, by the link that was mailed to it */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description The token of the link
                         * @example k1.Zm9ydHktdGhyZWUtc3ltYm9scy1vZi1iYXNlNjR1cmwtaWQ.Zm9ydHktdGhyZWUtc3ltYm9scy1vZi1iYXNlNjR1cmwtbWE
                         */
                        link: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                email_verified: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/invitation/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the open invitations to the caller’s verified address, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @enum {string} */
                        role?: "owner" | "admin" | "member";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["OwnInvitationPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/invitation/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accepts an invitation to the caller’s own verified address */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        invite: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                member: components["schemas"]["Member"];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/invitation/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Declines an invitation to the caller’s own verified address */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        invite: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                declined: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the orgs that the caller is a member of, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @enum {string} */
                        role?: "owner" | "admin" | "member";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["OwnOrgPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/member/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the members of the orgs whose owner or admin the caller is, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @description Id or slug */
                        org?: string;
                        /** @enum {string} */
                        role?: "owner" | "admin" | "member";
                        /** @description Exact email, in any case */
                        email?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ListedMemberPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/member/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a member from an org; sessions that speak for it end */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description Slug or id */
                        org: string;
                        user_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description Sessions that spoke for the org */
                                ended: number;
                                /** @description The oldest 100 clients of the org whose secrets an owner or admin could have seen */
                                client_ids: string[];
                                /** @description How many such clients there are */
                                client_count: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/member/set_role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives a member of an org another role */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @description Slug or id */
                        org: string;
                        user_id: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "member";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                org_id: string;
                                user_id: string;
                                /** @enum {string} */
                                role: "owner" | "admin" | "member";
                                /** @description The oldest 100 clients of the org whose secrets an owner or admin could have seen */
                                client_ids: string[];
                                /** @description How many such clients there are */
                                client_count: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invites an address to an org whose owner or admin the caller is */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @description Slug or id */
                        org: string;
                        /**
                         * @description The only address that may accept
                         * @example ada@example.com
                         */
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "member";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description Id of the invitation */
                                invite: string;
                                org_id: string;
                                email: string;
                                /** @enum {string} */
                                role: "owner" | "admin" | "member";
                                /** Format: date-time */
                                expires_at: string;
                                /**
                                 * @description Role of the open invitation that this one replaces; null without one
                                 * @enum {string|null}
                                 */
                                replaced_role: "owner" | "admin" | "member" | null;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/invitation/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the open invitations of the orgs whose owner or admin the caller is, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @description Id or slug */
                        org?: string;
                        /** @enum {string} */
                        role?: "owner" | "admin" | "member";
                        /** @description Exact email, in any case */
                        email?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ListedInvitationPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/invitation/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends an open invitation to an org */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description Slug or id */
                        org: string;
                        /** @description Id of the invitation */
                        invite: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                withdrawn: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/org/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the caller’s own membership of an org; sessions that speak for it end */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description Slug or id */
                        org: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/totp/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a TOTP secret, which /account/me/totp/confirm puts in force */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description A one-time or recovery code */
                        "auth.code"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description Base32; shown once */
                                secret: string;
                                otpauth_url: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a new TOTP secret in force with its first code, and makes ten recovery codes */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password; the account page leaves out one that was just typed
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description A one-time code of the new secret */
                        "auth.code": string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                mfa: boolean;
                                /**
                                 * @description Ten recovery codes, shown once
                                 * @example [
                                 *       "7KQ2M-X4R9T"
                                 *     ]
                                 */
                                recovery_codes: string[];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turns one-time codes off, and ends the recovery codes */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description A one-time or recovery code */
                        "auth.code": string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                mfa: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/recovery_codes/replace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes ten recovery codes in place of all before */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description A one-time or recovery code */
                        "auth.code": string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /**
                                 * @description Ten recovery codes, shown once
                                 * @example [
                                 *       "7KQ2M-X4R9T"
                                 *     ]
                                 */
                                recovery_codes: string[];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/passkey/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the passkeys of the account, the oldest first, and what adding one asks for */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                passkeys: {
                                    id: string;
                                    name: string;
                                    /** @description Whether its authenticator may copy it to other devices */
                                    synced: boolean;
                                    /** @description false for one that was made for another address of sso */
                                    usable: boolean;
                                    /** Format: date-time */
                                    created_at: string;
                                    /** Format: date-time */
                                    last_used_at: string | null;
                                }[];
                                /**
                                 * @description What adding one asks for: the password, with a code, nothing, a sign-in by a passkey first, or operators reset
                                 * @enum {string}
                                 */
                                asks: "password" | "code" | "nothing" | "passkey" | "reset";
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/passkey/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins to add a passkey; only for sso’s account page */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description A one-time or recovery code */
                        "auth.code"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description What /account/me/passkey/add sends back within 15 minutes */
                                begun: string;
                                /** @description 32 random bytes in base64url */
                                user_handle: string;
                                /** @description Of the passkeys that the account has */
                                credential_ids: string[];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/passkey/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds the passkey that a browser has made; only for sso’s account page */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        begun: string;
                        challenge: string;
                        passkey: string;
                        /** @description Must be one line with a letter or digit in it, without signs that change the direction of text. */
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                id: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/passkey/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a passkey of the account; what it opened stays */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {boolean} */
                                removed: true;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/device_sign_in/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets devices and apps be approved for the account, or not */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password; the account page leaves out one that was just typed
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @enum {string} */
                        device_sign_in: "on" | "off";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                device_sign_in: "on" | "off";
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the name of the account, and the language of its mails */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description Must be one line with a letter or digit in it, without signs that change the direction of text. */
                        name?: string;
                        /**
                         * @description Language of the mails
                         * @enum {string}
                         */
                        locale?: "en" | "de" | "fr" | "es" | "pt" | "ru" | "ja" | "zh";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                name: string;
                                /**
                                 * @description Of its mails
                                 * @example en
                                 */
                                locale: string | null;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends all that Latchkey keeps of the account as one file of JSON */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password; the account page leaves out one that was just typed
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @example {
                             *       "email": "ada@example.com",
                             *       "name": "Ada Lovelace"
                             *     }
                             */
                            account: Record<string, unknown>;
                            /** @example [] */
                            memberships?: Record<string, unknown>[];
                            /** @example [] */
                            invitations?: Record<string, unknown>[];
                            /** @example [] */
                            known_devices?: Record<string, unknown>[];
                            /** @example [] */
                            passkeys?: Record<string, unknown>[];
                            /** @example [] */
                            devices?: Record<string, unknown>[];
                            /** @example [] */
                            consents?: Record<string, unknown>[];
                            /** @example [] */
                            sessions?: Record<string, unknown>[];
                            /** @example [] */
                            clients?: Record<string, unknown>[];
                            /** @example [] */
                            connections?: Record<string, unknown>[];
                            /** @example [] */
                            credentials?: Record<string, unknown>[];
                            /** @example [] */
                            mails?: Record<string, unknown>[];
                            /** @example [] */
                            request_log?: Record<string, unknown>[];
                            /**
                             * @description The last member: without it the file is a part
                             * @enum {boolean}
                             */
                            complete: true;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/me/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes the account of the caller, with all its sign-ins, factors, memberships and clients */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Current password
                         * @example four quiet herons by the canal
                         */
                        "auth.pass"?: string;
                        /** @description A one-time or recovery code, where the account has them */
                        "auth.code"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {boolean} */
                                deleted: true;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Archives an API: its audience may be registered again */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /**
                         * @description Must be an id.
                         * @example 0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21
                         */
                        api_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["Api"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Registers an API: a service that tokens may be for */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /**
                         * @description An absolute URI without a fragment; case, default port and a slash at its end do not matter
                         * @example https://payments.example.com
                         */
                        audience: string;
                        /**
                         * @description Must be one line with a letter or digit in it, without signs that change the direction of text.
                         * @example Payments
                         */
                        name: string;
                        /** @description The confidential client that may ask about tokens for this audience */
                        client_id?: string | null;
                        /**
                         * @example [
                         *       {
                         *         "name": "payments.read",
                         *         "words": {
                         *           "en": "See your payments"
                         *         }
                         *       }
                         *     ]
                         */
                        scopes?: {
                            name: string;
                            /** @description What the approval page says, by language; en is needed */
                            words: {
                                [key: string]: string;
                            };
                        }[];
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["Api"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the registered APIs, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @description Exact, in any spelling */
                        audience?: string;
                        /** @description true shows archived APIs only */
                        archived?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ApiPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/api/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes what is named of an API; its audience stays */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /**
                         * @description Must be an id.
                         * @example 0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21
                         */
                        api_id: string;
                        /**
                         * @description Must be one line with a letter or digit in it, without signs that change the direction of text.
                         * @example Payments
                         */
                        name?: string;
                        /** @description The confidential client that may ask about tokens for this audience */
                        client_id?: string | null;
                        /**
                         * @example [
                         *       {
                         *         "name": "payments.read",
                         *         "words": {
                         *           "en": "See your payments"
                         *         }
                         *       }
                         *     ]
                         */
                        scopes?: {
                            name: string;
                            /** @description What the approval page says, by language; en is needed */
                            words: {
                                [key: string]: string;
                            };
                        }[];
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["Api"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/auth/request_log/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists what happened to all accounts, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /**
                         * @description What the events are about
                         * @enum {string}
                         */
                        kind?: "sign_in" | "devices" | "account" | "orgs" | "apps" | "operators";
                        event?: components["schemas"]["LogEvent"];
                        /** @enum {string} */
                        outcome?: "success" | "failure";
                        /** @enum {string} */
                        method?: "password" | "password+totp" | "password+recovery" | "passkey" | "totp" | "session" | "device_code";
                        client_id?: string;
                        /** @description Address, in any spelling */
                        ip?: string;
                        /** @description First instant (RFC 3339), or date in UTC */
                        created_from?: string;
                        /** @description First instant or date after the period */
                        created_to?: string;
                        /** @description Must be an id. */
                        user_id?: string;
                        /** @description Id or slug */
                        org?: string;
                        /** @description Literal part of the person's email. Must be a text with three letters, marks or digits in a row, or two of Chinese, Japanese or Korean. */
                        search?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["LogEntryPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/session/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends a session of an account that the caller may manage, and its children */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        session_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/session/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the sessions of all users, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @enum {string} */
                        status?: "active" | "expired" | "revoked";
                        /** @enum {string} */
                        kind?: "root" | "client";
                        client_id?: string;
                        /** @description First instant (RFC 3339), or date in UTC */
                        created_from?: string;
                        /** @description First instant or date after the period */
                        created_to?: string;
                        /** @description Must be an id. */
                        user_id?: string;
                        /** @description Id or slug */
                        org?: string;
                        /** @description Address, in any spelling */
                        ip?: string;
                        /** @description Literal part of the email or the name of the user. Must be a text with three letters, marks or digits in a row, or two of Chinese, Japanese or Korean. */
                        search?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["SessionOfUserPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/totals/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Counts, by day in UTC, what happened to all accounts, the newest day first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description First instant (RFC 3339), or date in UTC */
                        created_from?: string;
                        /** @description First instant or date after the period */
                        created_to?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                days: components["schemas"]["DayTotals"][];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/mail/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the mails and signals, newest first, without what they say */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @enum {string} */
                        status?: "waiting" | "sent" | "dropped" | "dead";
                        /** @enum {string} */
                        kind?: "none" | "sign_up" | "confirm" | "already_account" | "invitation" | "reset" | "ask_operator" | "email_taken" | "email_changed" | "changed" | "device" | "drop" | "digest" | "signal";
                        /** @description Exact address, in any case */
                        email?: string;
                        /** @description Must be an id. */
                        user_id?: string;
                        /** @description Must be an id. */
                        mail_id?: string;
                        /** @description The signals of a subscription. Must be an id. */
                        signal_id?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["MailPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/mail/send_again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a mail or signal once more that was sent or is dead, while its link is open */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @example 5c1d8e2f-7a4b-4d3c-8e6f-9b0a1c2d3e4f */
                        mail_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                status: "waiting";
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/signal/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Subscribes an address to signals; it gets latchkey.ping */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /**
                         * @description Where signals are sent: https, port 443 or 1024 and above, at an address that is public. Must be an address of printable ASCII characters.
                         * @example https://hooks.example.com/latchkey
                         */
                        url: string;
                        /**
                         * @description The types that are sent. Each is {type, timestamp, data}, where data has outcome, code, method, user_id, actor_id, org_id, client_id and network, as far as there are any; of latchkey.ping, which every subscription gets, subscription_id.
                         * @example [
                         *       "device.approved",
                         *       "account.locked"
                         *     ]
                         */
                        types: components["schemas"]["LogEvent"][];
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                id: string;
                                /** @example https://hooks.example.com/latchkey */
                                url: string;
                                /**
                                 * @example [
                                 *       "device.approved",
                                 *       "account.locked"
                                 *     ]
                                 */
                                types: string[];
                                /**
                                 * @description pending until latchkey.ping was answered 2xx; off after 410 or three days of failures
                                 * @enum {string}
                                 */
                                status: "pending" | "on" | "off";
                                /**
                                 * @description Why the last attempt failed: refused, timeout, tls, not_allowed, not_signed or its status; null after one that did not
                                 * @example 503
                                 */
                                problem: string | null;
                                /**
                                 * Format: date-time
                                 * @description Until when the secret before the last one signs as well
                                 */
                                old_secret_expires_at: string | null;
                                created_by: string;
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                updated_at: string;
                                /**
                                 * @description What signs the signals; shown once
                                 * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                                 */
                                secret: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/signal/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deletes a subscription; what waits for it is dropped */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @example 0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21 */
                        signal_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {boolean} */
                                deleted: true;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/signal/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a new secret; for a day the old one signs as well */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @example 0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21 */
                        signal_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                id: string;
                                /** @example https://hooks.example.com/latchkey */
                                url: string;
                                /**
                                 * @example [
                                 *       "device.approved",
                                 *       "account.locked"
                                 *     ]
                                 */
                                types: string[];
                                /**
                                 * @description pending until latchkey.ping was answered 2xx; off after 410 or three days of failures
                                 * @enum {string}
                                 */
                                status: "pending" | "on" | "off";
                                /**
                                 * @description Why the last attempt failed: refused, timeout, tls, not_allowed, not_signed or its status; null after one that did not
                                 * @example 503
                                 */
                                problem: string | null;
                                /**
                                 * Format: date-time
                                 * @description Until when the secret before the last one signs as well
                                 */
                                old_secret_expires_at: string | null;
                                created_by: string;
                                /** Format: date-time */
                                created_at: string;
                                /** Format: date-time */
                                updated_at: string;
                                /**
                                 * @description What signs the signals; shown once
                                 * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                                 */
                                secret: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/signal/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the subscriptions to signals, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @enum {string} */
                        status?: "pending" | "on" | "off";
                        /** @description Must be an id. */
                        signal_id?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["SignalPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/signal/turn_on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends latchkey.ping; a subscription that was off is on once that was answered */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @example 0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21 */
                        signal_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["Signal"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/signal/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes the address or the types of a subscription; another address gets latchkey.ping first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /**
                         * @description Where signals are sent: https, port 443 or 1024 and above, at an address that is public. Must be an address of printable ASCII characters.
                         * @example https://hooks.example.com/latchkey
                         */
                        url?: string;
                        /**
                         * @description The types that are sent. Each is {type, timestamp, data}, where data has outcome, code, method, user_id, actor_id, org_id, client_id and network, as far as there are any; of latchkey.ping, which every subscription gets, subscription_id.
                         * @example [
                         *       "device.approved",
                         *       "account.locked"
                         *     ]
                         */
                        types?: components["schemas"]["LogEvent"][];
                        /** @example 0b7c5d4e-8f3a-4c6b-9d2e-1a5f7c9b3e21 */
                        signal_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["Signal"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists all users, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @enum {string} */
                        status?: "active" | "disabled" | "deleted" | "invited";
                        /** @description Exact email, in any case */
                        email?: string;
                        /** @description Exact name */
                        name?: string;
                        /** @description Literal part of the email or the name. Must be a text with three letters, marks or digits in a row, or two of Chinese, Japanese or Korean. */
                        search?: string;
                        /** @description Id or slug of an org that the user is a member of */
                        org?: string;
                        /** @enum {string} */
                        kind?: "user" | "admin" | "root";
                        /** @description Whether a one-time code is asked for */
                        mfa?: boolean;
                        /** @description First instant (RFC 3339), or date in UTC */
                        created_from?: string;
                        /** @description First instant or date after the period */
                        created_to?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ListedUserPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shows an account and its orgs */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        user_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                id: string;
                                /** @description Null once the account is retired */
                                email: string | null;
                                email_verified: boolean;
                                name: string;
                                /** @enum {string} */
                                kind: "user" | "admin" | "root";
                                /** @enum {string} */
                                status: "active" | "disabled" | "deleted" | "invited";
                                mfa: boolean;
                                orgs: components["schemas"]["Member"][];
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an account that waits for its person, and mails its link */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /**
                         * @description Email address
                         * @example ada@example.com
                         */
                        email: string;
                        /** @description Must be one line with a letter or digit in it, without signs that change the direction of text. */
                        name?: string;
                        /** @description Slug or id of an org that the account is invited to */
                        org?: string;
                        /**
                         * @description In that org; member unless given
                         * @enum {string}
                         */
                        role?: "owner" | "admin" | "member";
                        /**
                         * @description Language of the mails
                         * @enum {string}
                         */
                        locale?: "en" | "de" | "fr" | "es" | "pt" | "ru" | "ja" | "zh";
                        /** @description Whether the answer has the link, which the operator hands over; no mail is sent then */
                        print_link?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                user_id: string;
                                email: string;
                                /** @enum {string} */
                                status: "active" | "disabled" | "deleted" | "invited";
                                /** @description Id of the invitation to the org */
                                invite: string | null;
                                /** Format: date-time */
                                expires_at: string;
                                /** @description The link, with print_link */
                                link?: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disables an account; its sign-ins end, its tokens are void, its own clients are inactive */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        user_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                status: string;
                                ended: number;
                                /** @description Its own clients that are not archived, the newest 100 */
                                client_ids: string[];
                                /** @description How many there are */
                                client_count: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enables a disabled account; its older sign-ins and tokens stay void */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        user_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                status: string;
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/set_kind": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an account an operator, or takes that power away; only a root may. Its sign-ins end */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        user_id: string;
                        /** @enum {string} */
                        kind: "user" | "admin" | "root";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {string} */
                                kind: "user" | "admin" | "root";
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/reset_totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turns off the one-time codes of an account */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        user_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                mfa: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/reset_password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives an account a random password, shown once, which must be changed within 7 days; its sign-ins end */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        user_id: string;
                        /** @description Whether the passkeys of the account stay */
                        keep_passkeys?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                password: string;
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/reset_passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes all passkeys of an account; what they opened stays */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        user_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                removed: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/client/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Vouches for the name of a client, which nobody else may have then, or takes that back */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        client_id: string;
                        verified: boolean;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ClientDetails"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an org */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @description Unique name in addresses, not in the form of an id. Must be 1 to 63 of a-z 0-9 and -, with a letter or digit at both ends, and not in the form of an id. */
                        slug: string;
                        /**
                         * @description Must be one line with a letter or digit in it, without signs that change the direction of text.
                         * @example Riverside lab
                         */
                        name: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                id: string;
                                slug: string;
                                name: string;
                                status: string;
                                created_at: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/user/verify_email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Vouches for the address of an account; a second call changes nothing */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        user_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                email_verified: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invites an address to an org */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @description Slug or id */
                        org: string;
                        /**
                         * @description The only address that may accept
                         * @example ada@example.com
                         */
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "member";
                        /** @description Whether the answer has the link, which the operator hands over; no mail is sent then */
                        print_link?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description Id of the invitation */
                                invite: string;
                                org_id: string;
                                email: string;
                                /** @enum {string} */
                                role: "owner" | "admin" | "member";
                                /** Format: date-time */
                                expires_at: string;
                                /**
                                 * @description Role of the open invitation that this one replaces; null without one
                                 * @enum {string|null}
                                 */
                                replaced_role: "owner" | "admin" | "member" | null;
                                /** @description The link, with print_link */
                                link?: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/member_add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds a member to an org, or gives a member another role */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @description Slug or id */
                        org: string;
                        /** @example 3d1f0c52-8a4e-4c1b-9f27-6b0e5a7c9d11 */
                        user_id?: string;
                        /** @description Instead of user_id */
                        email?: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "member";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                org_id: string;
                                user_id: string;
                                /** @enum {string} */
                                role: "owner" | "admin" | "member";
                                /** @description The oldest 100 clients of the org whose secrets an owner or admin could have seen */
                                client_ids: string[];
                                /** @description How many such clients there are */
                                client_count: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/member_remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a member from an org; sessions that speak for it end */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description Slug or id */
                        org: string;
                        /** @example 3d1f0c52-8a4e-4c1b-9f27-6b0e5a7c9d11 */
                        user_id?: string;
                        /** @description Instead of user_id */
                        email?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description Sessions that spoke for the org */
                                ended: number;
                                /** @description The oldest 100 clients of the org whose secrets an owner or admin could have seen */
                                client_ids: string[];
                                /** @description How many such clients there are */
                                client_count: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists all orgs, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @description Id or slug */
                        org?: string;
                        /** @enum {string} */
                        status?: "active" | "disabled";
                        /** @description Literal part of the slug or the name. Must be a text with three letters, marks or digits in a row, or two of Chinese, Japanese or Korean. */
                        search?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ListedOrgPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shows an org, and how many people are in it or invited */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description Slug or id */
                        org: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                id: string;
                                slug: string;
                                name: string;
                                /** @enum {string} */
                                status: "active" | "disabled";
                                /** Format: date-time */
                                created_at: string;
                                /** @description Owners among them */
                                members: number;
                                owners: number;
                                /** @description Open ones */
                                invitations: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/member/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the members of all orgs, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @description Id or slug */
                        org?: string;
                        /** @enum {string} */
                        role?: "owner" | "admin" | "member";
                        /** @description Exact email, in any case */
                        email?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ListedMemberPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/invitation/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the open invitations of all orgs, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @description Id or slug */
                        org?: string;
                        /** @enum {string} */
                        role?: "owner" | "admin" | "member";
                        /** @description Exact email, in any case */
                        email?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ListedInvitationPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/org/invitation/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends an open invitation to an org */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description Slug or id */
                        org: string;
                        /** @description Id of the invitation */
                        invite: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                withdrawn: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists OAuth clients of the caller, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @enum {string} */
                        status?: "active" | "inactive";
                        /** @description Exact name */
                        name?: string;
                        /** @description Literal part of the name or the client_id. Must be a text with three letters, marks or digits in a row, or two of Chinese, Japanese or Korean. */
                        search?: string;
                        /** @description Id of a user, id or slug of an org, or installation; operators only */
                        owner?: string;
                        /** @description true shows archived clients only */
                        archived?: boolean;
                        grant_type?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ClientPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes an OAuth client of the caller or of an org; with admin and no org, of the installation */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /**
                         * @description Must be one line with a letter or digit in it, without signs that change the direction of text.
                         * @example Backup agent
                         */
                        name: string;
                        /** @enum {string} */
                        type: "public" | "confidential";
                        /**
                         * @description none for a public client; client_secret_basic, also called basic, unless named for a confidential one
                         * @enum {string}
                         */
                        token_endpoint_auth_method?: "none" | "basic" | "client_secret_basic" | "client_secret_post";
                        grant_types?: string[];
                        scopes?: string[];
                        /**
                         * @description Where its devices may be approved: any; with a code that is typed; that, and in the network of the device
                         * @enum {string}
                         */
                        device_policy?: "any" | "typed" | "same_network";
                        /**
                         * @description optional: it may refresh without binding_chain and binding_link where it authenticates, or where its tokens are bound to a key
                         * @enum {string}
                         */
                        refresh_binding?: "required" | "optional";
                        /** @description Those of a request that names none, among scopes */
                        default_scopes?: string[];
                        /** @description Addresses that its tokens may be for */
                        audiences?: string[];
                        /** @description Those of a request that names none, among audiences */
                        default_audiences?: string[];
                        /**
                         * @description Where a sign-in in a browser may lead back to: https, http on this computer, of a public client also a scheme with a dot. Compared as strings; the port is free for 127.0.0.1 and [::1]
                         * @example [
                         *       "https://app.example.com/callback"
                         *     ]
                         */
                        redirect_uris?: string[];
                        /**
                         * @description Where signing out may lead back to; of the same kinds
                         * @example [
                         *       "https://app.example.com/"
                         *     ]
                         */
                        post_logout_redirect_uris?: string[];
                        /** @description How long its device codes live; null for the usual time */
                        device_code_ttl_seconds?: number | null;
                        /** @description The least time between its polls; null for the usual one */
                        poll_interval_seconds?: number | null;
                        /**
                         * @description Set by operators: domains whose addresses it may vouch for at a signup, or *
                         * @example [
                         *       "example.com"
                         *     ]
                         */
                        vouches?: string[];
                        /** @description Set by operators: it may ask about any access token */
                        introspects?: boolean;
                        /** @description Set by operators: it may name visitor_ip at /device_authorization and /relay */
                        names_visitors?: boolean;
                        /** @description Id or slug of the org that owns it */
                        org?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["CreatedClient"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shows a client, and since when and until when its secrets are valid */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        client_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                secrets: {
                                    /** Format: date-time */
                                    created_at: string;
                                    /**
                                     * Format: date-time
                                     * @description null for the newest
                                     */
                                    expires_at: string | null;
                                }[];
                            } & WithRequired<components["schemas"]["ClientRecord"], "client_id" | "name" | "type" | "status" | "archived" | "owner" | "verified" | "token_endpoint_auth_method" | "grant_types" | "scopes" | "device_policy" | "refresh_binding" | "created_at" | "updated_at" | "secret_rotated_at" | "archived_at" | "default_scopes" | "audiences" | "default_audiences" | "redirect_uris" | "post_logout_redirect_uris" | "device_code_ttl_seconds" | "poll_interval_seconds" | "vouches" | "introspects" | "names_visitors">;
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes what is named of a client; type and owner stay */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /**
                         * @description Must be one line with a letter or digit in it, without signs that change the direction of text.
                         * @example Backup agent
                         */
                        name?: string;
                        /** @enum {string} */
                        type?: "public" | "confidential";
                        /**
                         * @description none for a public client; client_secret_basic, also called basic, unless named for a confidential one
                         * @enum {string}
                         */
                        token_endpoint_auth_method?: "none" | "basic" | "client_secret_basic" | "client_secret_post";
                        grant_types?: string[];
                        scopes?: string[];
                        /**
                         * @description Where its devices may be approved: any; with a code that is typed; that, and in the network of the device
                         * @enum {string}
                         */
                        device_policy?: "any" | "typed" | "same_network";
                        /**
                         * @description optional: it may refresh without binding_chain and binding_link where it authenticates, or where its tokens are bound to a key
                         * @enum {string}
                         */
                        refresh_binding?: "required" | "optional";
                        /** @description Those of a request that names none, among scopes */
                        default_scopes?: string[];
                        /** @description Addresses that its tokens may be for */
                        audiences?: string[];
                        /** @description Those of a request that names none, among audiences */
                        default_audiences?: string[];
                        /**
                         * @description Where a sign-in in a browser may lead back to: https, http on this computer, of a public client also a scheme with a dot. Compared as strings; the port is free for 127.0.0.1 and [::1]
                         * @example [
                         *       "https://app.example.com/callback"
                         *     ]
                         */
                        redirect_uris?: string[];
                        /**
                         * @description Where signing out may lead back to; of the same kinds
                         * @example [
                         *       "https://app.example.com/"
                         *     ]
                         */
                        post_logout_redirect_uris?: string[];
                        /** @description How long its device codes live; null for the usual time */
                        device_code_ttl_seconds?: number | null;
                        /** @description The least time between its polls; null for the usual one */
                        poll_interval_seconds?: number | null;
                        /**
                         * @description Set by operators: domains whose addresses it may vouch for at a signup, or *
                         * @example [
                         *       "example.com"
                         *     ]
                         */
                        vouches?: string[];
                        /** @description Set by operators: it may ask about any access token */
                        introspects?: boolean;
                        /** @description Set by operators: it may name visitor_ip at /device_authorization and /relay */
                        names_visitors?: boolean;
                        /** @description Id or slug of the org that owns it */
                        org?: string;
                        client_id: string;
                        /**
                         * @description Nothing of an inactive client works
                         * @enum {string}
                         */
                        status?: "active" | "inactive";
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ClientDetails"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a new secret for a client; the old one stays valid for a day */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        client_id: string;
                        /** @description Whether every other secret ends at once */
                        end_previous?: boolean;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                client_id: string;
                                /** @description The new secret; shown once */
                                client_secret: string;
                                /**
                                 * Format: date-time
                                 * @description When the old secret ends; null when there was none
                                 */
                                previous_expires_at: string | null;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Archives a client; nothing of it works until it is restored */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        client_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ClientDetails"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restores an archived client, and what of it has not ended since */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        client_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ClientDetails"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/connected/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists connections from and to clients of the caller, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /** @description Either end */
                        client_id?: string;
                        /**
                         * @description out: the source is the caller’s; in: the target is
                         * @enum {string}
                         */
                        direction?: "out" | "in";
                        /** @enum {string} */
                        status?: "requested" | "active" | "removed";
                        /** @description Literal part of the name or the client_id of either end. Must be a text with three letters, marks or digits in a row, or two of Chinese, Japanese or Korean. */
                        search?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ConnectionPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/client_credentials/search/app": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists app tokens that clients of the caller were issued, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        client_id?: string;
                        /** @enum {string} */
                        status?: "active" | "expired" | "revoked";
                        /** @description One scope that the token holds. Must be one scope. */
                        scope?: string;
                        /** @description First instant (RFC 3339), or date in UTC */
                        created_from?: string;
                        /** @description First instant or date after the period */
                        created_to?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["AppTokenPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/client_credentials/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends an app token that a client of the caller was issued */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                id: string;
                                /** @enum {string} */
                                status: "revoked";
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/connections/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks that a client of the caller may call another one, or lets it where the caller manages both */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @description client_id of the app that may call */
                        source: string;
                        /** @description client_id of the app that may be called */
                        target: string;
                        /** @description What the calling app may use at the called one, within its token. Must be a list of scopes. */
                        scopes: string[];
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                id: string;
                                source: string;
                                target: string;
                                scopes: string[];
                                /** @enum {string} */
                                status: "requested" | "active";
                                /** Format: date-time */
                                created_at: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/connections/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets another client call a client of the caller, as was requested */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description A new one-time code of the caller, for an act that gives power or a way in */
                        "auth.code"?: string;
                        /** @description Instead of the code, of a caller without one-time codes */
                        "auth.pass"?: string;
                        /** @description client_id of the app that may call */
                        source: string;
                        /** @description client_id of the app that may be called */
                        target: string;
                        /** @description What the calling app may use at the called one, within its token. Must be a list of scopes. */
                        scopes: string[];
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                source: string;
                                target: string;
                                scopes: string[];
                                /** @enum {string} */
                                status: "active";
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/connections/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends a connection from or to a client of the caller */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        /** @description client_id of the app that may call */
                        source: string;
                        /** @description client_id of the app that may be called */
                        target: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                source: string;
                                target: string;
                                /** @enum {string} */
                                status: "removed";
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/connections/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Says whether the app behind a token may call another */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description client_id of the called app; needed when the caller has several connections */
                        target?: string;
                        /** @description Space-separated, within the connection’s and the token’s */
                        scope?: string;
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @enum {boolean} */
                                verified: true;
                                source: string;
                                target: string;
                                scopes: string[];
                                /**
                                 * Format: date-time
                                 * @description When the token ends
                                 */
                                expires_at: string;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/authorized/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the clients that the caller has authorized, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        client_id?: string;
                        /** @description One scope that the client was granted */
                        scope?: string;
                        /** @enum {string} */
                        status?: "active" | "revoked";
                        /** @description Literal part of the name or the client_id. Must be a text with three letters, marks or digits in a row, or two of Chinese, Japanese or Korean. */
                        search?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["ConsentPage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/clients/authorized/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes back what the caller has granted to a client, and ends its devices */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        client_id: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description false when nothing was left to end */
                                revoked: boolean;
                                /** @description Devices that ended */
                                ended: number;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/search/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lists the devices that the caller, or for operators somebody, approved, newest first */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        client_id?: string;
                        /** @enum {string} */
                        status?: "approved_waiting_pickup" | "active" | "expired" | "revoked";
                        /** @description Those of this account; only with an operator’s power. Must be an id. */
                        user_id?: string;
                        /** @description First instant (RFC 3339), or date in UTC */
                        created_from?: string;
                        /** @description First instant or date after the period */
                        created_to?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: components["schemas"]["DevicePage"];
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends the access of a device that the caller, or for operators somebody, approved */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description For a token that is bound to a device */
                        "auth.fingerprint"?: string;
                        id: string;
                        /** @description Whose device it is, where that is another account; for operators */
                        user_id?: string;
                    };
                };
            };
            responses: {
                /** @description Done */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Success"] & {
                            data: {
                                /** @description false when it had ended before */
                                revoked: boolean;
                            };
                        };
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Success: {
            /** @enum {integer} */
            status: 1;
            /** @example OK */
            comment: string;
        };
        OpenedSession: {
            id: string;
            /** @enum {string} */
            kind: "root" | "client";
            amr: string[];
            expires_at: string;
        };
        OpenedRootSession: {
            token: string;
            id: string;
            amr: string[];
            bound: boolean;
            expires_at: string;
        };
        User: {
            id: string;
            email: string;
            name: string;
            /** @enum {string} */
            kind: "user" | "admin" | "root";
        };
        Member: {
            org_id: string;
            org_slug: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        /**
         * @description Records on a page. An invalid value takes the default, a larger one the maximum.
         * @example 20
         */
        PageLimit: unknown;
        /** @description Page to answer, a whole number from 1; ignored beside offset or cursor. */
        PageNumber: unknown;
        /** @description Records to skip, a whole number from 0; ignored beside cursor. */
        PageOffset: unknown;
        /** @description A next_cursor from this search with the same filters, at most 24 hours old; outranks the others. */
        PageCursor: unknown;
        /** @enum {string} */
        LogEvent: "user.login" | "user.root_session" | "user.exchange" | "user.signup" | "user.imported" | "user.verify_email" | "member.login" | "member.root_session" | "member.exchange" | "session.logout" | "session.revoke" | "session.revoke_others" | "session.guessed" | "session.over_limit" | "device.approved" | "app.signed_in" | "device.denied" | "device.confirmation_failed" | "device.revoke" | "consent.revoke" | "password.change" | "email.request_change" | "email.change" | "email.restore" | "totp.confirm" | "totp.disable" | "recovery_code.used" | "recovery_codes.replaced" | "passkey.added" | "passkey.removed" | "passkey.refused" | "passkey.reset" | "device_sign_in.on" | "device_sign_in.off" | "account.password_check" | "account.totp_check" | "account.locked" | "account.update" | "account.export" | "account.delete" | "client.create" | "client.update" | "client.rotate_secret" | "client.archive" | "client.restore" | "client.secret_check" | "client_password.change" | "connection.add" | "connection.accept" | "connection.remove" | "client_credentials.issue" | "client_credentials.revoke" | "invitation.accept" | "invitation.decline" | "org.invite" | "org.invitation_withdraw" | "org.leave" | "org.member_remove" | "org.member_set_role" | "drop.made" | "drop.filled" | "drop.taken" | "drop.closed" | "drop.revoked" | "drop.deleted" | "drop.expired" | "signal.create" | "signal.update" | "signal.rotate" | "signal.turn_on" | "signal.off" | "signal.delete" | "admin.granted" | "admin.refused" | "admin.read" | "admin.api.archive" | "admin.api.create" | "admin.api.update" | "admin.client.verify" | "admin.client.unverify" | "admin.link.print" | "admin.mail.send_again" | "admin.org.create" | "admin.org.invite" | "admin.org.invitation_withdraw" | "admin.org.member_add" | "admin.org.member_remove" | "admin.session.revoke" | "admin.user.create" | "admin.user.disable" | "admin.user.enable" | "admin.user.reset_passkeys" | "admin.user.reset_password" | "admin.user.reset_totp" | "admin.user.set_kind" | "admin.user.verify_email" | "operator.reset";
        ClientReference: {
            /** @example backup-agent */
            id: string;
            /** @example Backup agent */
            name: string | null;
        };
        OrgReference: {
            id: string;
            slug: string | null;
        };
        OwnLogEntry: {
            id: string;
            event: components["schemas"]["LogEvent"];
            /** @enum {string} */
            outcome: "success" | "failure";
            code: string | null;
            /** @enum {string|null} */
            method: "password" | "password+totp" | "password+recovery" | "passkey" | "totp" | "session" | "device_code" | null;
            client: components["schemas"]["ClientReference"] | null;
            org: components["schemas"]["OrgReference"] | null;
            /**
             * @description What else there is to say: of admin.granted the addresses, of admin.read filters and rows
             * @example {
             *       "route": "/admin/user/search",
             *       "filters": [
             *         "email"
             *       ],
             *       "rows": 1
             *     }
             */
            details: {
                [key: string]: string | number | string[];
            } | null;
            /** Format: date-time */
            created_at: string;
            ip: string | null;
            user_agent: string | null;
            actor: {
                /** @enum {string} */
                kind: "operator";
            } | null;
        };
        /** @description Effective page size. */
        PageSize: number;
        /** @description Matching records before paging. */
        TotalCount: number;
        /** @description Effective offset plus limit, on the last page too; no proof that more records follow. */
        NextOffset: number;
        /** @description Effective page, 1-based. */
        EffectivePage: number;
        /** @description Pages of this size; 0 when nothing matches. */
        PageTotal: number;
        /** @description Cursor of the next page, null on the last one. */
        NextCursor: string;
        OwnLogEntryPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["OwnLogEntry"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        Session: {
            id: string;
            /** @enum {string} */
            kind: "root" | "client";
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            client: components["schemas"]["ClientReference"];
            org: components["schemas"]["OrgReference"] | null;
            amr: string[];
            /** @description Whether its tokens are bound to a key or a device */
            bound: boolean;
            ip: string;
            user_agent: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /**
             * Format: date-time
             * @description When it ends if nobody uses it
             */
            expires_at: string;
            /** @description Whether the calling token is of this session */
            current: boolean;
        };
        SessionPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["Session"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        OwnInvitation: {
            /** @description Id of the invitation */
            invite: string;
            org: {
                id: string;
                slug: string;
                name: string;
            };
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            invited_by: {
                name: string;
                /** @description null where it is not verified */
                email: string | null;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        OwnInvitationPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["OwnInvitation"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        OwnOrg: {
            id: string;
            slug: string;
            name: string;
            /** @enum {string} */
            status: "active" | "disabled";
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
        };
        OwnOrgPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["OwnOrg"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        UserReference: {
            id: string;
            email: string | null;
        };
        ListedMember: {
            /** @description Id of the membership */
            id: string;
            org: components["schemas"]["OrgReference"] | null;
            user: components["schemas"]["UserReference"] | null;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** Format: date-time */
            created_at: string;
        };
        ListedMemberPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["ListedMember"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        ListedInvitation: {
            /** @description Id of the invitation */
            invite: string;
            org: components["schemas"]["OrgReference"] | null;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "member";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        ListedInvitationPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["ListedInvitation"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        Api: {
            id: string;
            /** @example https://payments.example.com */
            audience: string;
            name: string;
            client_id: string | null;
            /**
             * @example [
             *       {
             *         "name": "payments.read",
             *         "words": {
             *           "en": "See your payments"
             *         }
             *       }
             *     ]
             */
            scopes: {
                name: string;
                words: {
                    [key: string]: string;
                };
            }[];
            archived: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ApiPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["Api"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        LogEntry: {
            id: string;
            event: components["schemas"]["LogEvent"];
            /** @enum {string} */
            outcome: "success" | "failure";
            code: string | null;
            /** @enum {string|null} */
            method: "password" | "password+totp" | "password+recovery" | "passkey" | "totp" | "session" | "device_code" | null;
            client: components["schemas"]["ClientReference"] | null;
            org: components["schemas"]["OrgReference"] | null;
            /**
             * @description What else there is to say: of admin.granted the addresses, of admin.read filters and rows
             * @example {
             *       "route": "/admin/user/search",
             *       "filters": [
             *         "email"
             *       ],
             *       "rows": 1
             *     }
             */
            details: {
                [key: string]: string | number | string[];
            } | null;
            /** Format: date-time */
            created_at: string;
            ip: string;
            user_agent: string;
            actor: {
                /** @enum {string} */
                kind: "operator";
                id: string;
                email: string | null;
            } | null;
            user: components["schemas"]["UserReference"] | null;
        };
        LogEntryPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["LogEntry"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        SessionOfUser: {
            id: string;
            /** @enum {string} */
            kind: "root" | "client";
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            client: components["schemas"]["ClientReference"];
            org: components["schemas"]["OrgReference"] | null;
            amr: string[];
            /** @description Whether its tokens are bound to a key or a device */
            bound: boolean;
            ip: string;
            user_agent: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_seen_at: string;
            /**
             * Format: date-time
             * @description When it ends if nobody uses it
             */
            expires_at: string;
            /** @description Whether the calling token is of this session */
            current: boolean;
            user: components["schemas"]["UserReference"] | null;
        };
        SessionOfUserPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["SessionOfUser"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        DayTotals: {
            /** @example 2026-11-22 */
            day: string;
            /** @description That succeeded, at login and root-session */
            sign_ins: number;
            /** @description Sign-ins that failed */
            failures: number;
            /** @description Devices and apps that were let in */
            approvals: number;
            /** @description Devices that a person denied */
            denials: number;
            /** @description Signed up or imported; one that an operator made is new once its person signs up */
            new_accounts: number;
            drops_made: number;
            drops_taken: number;
        };
        Mail: {
            id: string;
            /**
             * @description none: written for an address that gets no mail, and never sent
             * @enum {string}
             */
            kind: "none" | "sign_up" | "confirm" | "already_account" | "invitation" | "reset" | "ask_operator" | "email_taken" | "email_changed" | "changed" | "device" | "drop" | "digest" | "signal";
            /** @description The event of the request log that a notice or a signal is about */
            event: string | null;
            /** @description Empty for a signal */
            email: string;
            /** @description The subscription of a signal */
            signal_id: string | null;
            user_id: string | null;
            /** @enum {string} */
            status: "waiting" | "sent" | "dropped" | "dead";
            attempts: number;
            /**
             * Format: date-time
             * @description Null once it does not wait
             */
            next_attempt_at: string | null;
            /**
             * @description What the mail server last said; of a signal, why its receiver has not got it
             * @example RCPT TO 550 no such user
             */
            problem: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ended_at: string | null;
        };
        MailPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["Mail"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        Signal: {
            id: string;
            /** @example https://hooks.example.com/latchkey */
            url: string;
            /**
             * @example [
             *       "device.approved",
             *       "account.locked"
             *     ]
             */
            types: components["schemas"]["LogEvent"][];
            /**
             * @description pending until latchkey.ping was answered 2xx; off after 410 or three days of failures
             * @enum {string}
             */
            status: "pending" | "on" | "off";
            /**
             * @description Why the last attempt failed: refused, timeout, tls, not_allowed, not_signed or its status; null after one that did not
             * @example 503
             */
            problem: string | null;
            /**
             * Format: date-time
             * @description Until when the secret before the last one signs as well
             */
            old_secret_expires_at: string | null;
            created_by: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        SignalPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["Signal"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        ListedUser: {
            id: string;
            /** @description Null once the account is retired */
            email: string | null;
            name: string;
            /** @enum {string} */
            kind: "user" | "admin" | "root";
            /** @enum {string} */
            status: "active" | "disabled" | "deleted" | "invited";
            mfa: boolean;
            /** @description Active memberships of active orgs */
            org_count: number;
            /** Format: date-time */
            last_login_at: string | null;
            /** Format: date-time */
            created_at: string;
        };
        ListedUserPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["ListedUser"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        ClientRecord: {
            client_id?: string;
            /** @example Backup agent */
            name?: string;
            /** @enum {string} */
            type?: "public" | "confidential";
            /** @enum {string} */
            status?: "active" | "inactive";
            archived?: boolean;
            owner?: {
                /** @enum {string} */
                kind: "user" | "org" | "installation";
                /** @description null for the installation */
                id: string | null;
            };
            /** @description Whether an operator vouches for its name */
            verified?: boolean;
            token_endpoint_auth_method?: string;
            grant_types?: string[];
            scopes?: string[];
            /**
             * @description Where its devices may be approved: any; with a code that is typed; that, and in the network of the device
             * @enum {string}
             */
            device_policy?: "any" | "typed" | "same_network";
            /**
             * @description optional: it may refresh without binding_chain and binding_link where it authenticates, or where its tokens are bound to a key
             * @enum {string}
             */
            refresh_binding?: "required" | "optional";
            /** Format: date-time */
            created_at?: string;
            /** Format: date-time */
            updated_at?: string;
            /** Format: date-time */
            secret_rotated_at?: string | null;
            /** Format: date-time */
            archived_at?: string | null;
            /** @description Those of a request that names none, among scopes */
            default_scopes?: string[];
            /** @description Addresses that its tokens may be for */
            audiences?: string[];
            /** @description Those of a request that names none, among audiences */
            default_audiences?: string[];
            /**
             * @description Where a sign-in in a browser may lead back to: https, http on this computer, of a public client also a scheme with a dot. Compared as strings; the port is free for 127.0.0.1 and [::1]
             * @example [
             *       "https://app.example.com/callback"
             *     ]
             */
            redirect_uris?: string[];
            /**
             * @description Where signing out may lead back to; of the same kinds
             * @example [
             *       "https://app.example.com/"
             *     ]
             */
            post_logout_redirect_uris?: string[];
            /** @description How long its device codes live; null for the usual time */
            device_code_ttl_seconds?: number | null;
            /** @description The least time between its polls; null for the usual one */
            poll_interval_seconds?: number | null;
            /**
             * @description Set by operators: domains whose addresses it may vouch for at a signup, or *
             * @example [
             *       "example.com"
             *     ]
             */
            vouches?: string[];
            /** @description Set by operators: it may ask about any access token */
            introspects?: boolean;
            /** @description Set by operators: it may name visitor_ip at /device_authorization and /relay */
            names_visitors?: boolean;
        };
        ClientDetails: WithRequired<components["schemas"]["ClientRecord"], "client_id" | "name" | "type" | "status" | "archived" | "owner" | "verified" | "token_endpoint_auth_method" | "grant_types" | "scopes" | "device_policy" | "refresh_binding" | "created_at" | "updated_at" | "secret_rotated_at" | "archived_at" | "default_scopes" | "audiences" | "default_audiences" | "redirect_uris" | "post_logout_redirect_uris" | "device_code_ttl_seconds" | "poll_interval_seconds" | "vouches" | "introspects" | "names_visitors">;
        ListedOrg: {
            id: string;
            slug: string;
            name: string;
            /** @enum {string} */
            status: "active" | "disabled";
            /** Format: date-time */
            created_at: string;
        };
        ListedOrgPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["ListedOrg"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        Client: {
            client_id: string;
            /** @example Backup agent */
            name: string;
            /** @enum {string} */
            type: "public" | "confidential";
            /** @enum {string} */
            status: "active" | "inactive";
            archived: boolean;
            owner: {
                /** @enum {string} */
                kind: "user" | "org" | "installation";
                /** @description null for the installation */
                id: string | null;
            };
            /** @description Whether an operator vouches for its name */
            verified: boolean;
            token_endpoint_auth_method: string;
            grant_types: string[];
            scopes: string[];
            /**
             * @description Where its devices may be approved: any; with a code that is typed; that, and in the network of the device
             * @enum {string}
             */
            device_policy: "any" | "typed" | "same_network";
            /**
             * @description optional: it may refresh without binding_chain and binding_link where it authenticates, or where its tokens are bound to a key
             * @enum {string}
             */
            refresh_binding: "required" | "optional";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            secret_rotated_at: string | null;
        };
        ClientPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["Client"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        CreatedClient: {
            /** @description Of a confidential client; shown once */
            client_secret?: string;
        } & WithRequired<components["schemas"]["ClientRecord"], "client_id" | "name" | "type" | "status" | "archived" | "owner" | "verified" | "token_endpoint_auth_method" | "grant_types" | "scopes" | "device_policy" | "refresh_binding" | "created_at" | "updated_at" | "secret_rotated_at" | "archived_at" | "default_scopes" | "audiences" | "default_audiences" | "redirect_uris" | "post_logout_redirect_uris" | "device_code_ttl_seconds" | "poll_interval_seconds" | "vouches" | "introspects" | "names_visitors">;
        Connection: {
            id: string;
            /**
             * @description out where the caller owns the source
             * @enum {string}
             */
            direction: "out" | "in";
            /** @description client_id of the app that may call */
            source: string;
            source_name: string;
            /** @description client_id of the app that may be called */
            target: string;
            target_name: string;
            scopes: string[];
            /** @enum {string} */
            status: "requested" | "active" | "removed";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_verified_at: string | null;
        };
        ConnectionPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["Connection"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        AppToken: {
            id: string;
            client_id: string;
            scope: string;
            aud: string[];
            /** @enum {string} */
            status: "active" | "expired" | "revoked";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description Whether the token is bound to a key or a device */
            bound: boolean;
        };
        AppTokenPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["AppToken"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        Consent: {
            client: {
                /** @example backup-agent */
                id: string;
                /** @example Backup agent */
                name: string;
            };
            scopes: string[];
            /** @enum {string} */
            status: "active" | "revoked";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            last_used_at: string | null;
            session_count: number;
        };
        ConsentPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["Consent"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        Device: {
            id: string;
            client: {
                /** @example backup-agent */
                id: string;
                /** @example Backup agent */
                name: string;
            };
            scope: string;
            /**
             * @description Where its access is valid
             * @example [
             *       "https://drop.example.com"
             *     ]
             */
            audience: string[];
            /** @enum {string} */
            status: "approved_waiting_pickup" | "active" | "expired" | "revoked";
            /**
             * @description browser: signed in to an app, without a device code
             * @enum {string}
             */
            road: "device" | "browser";
            ip: string;
            /**
             * @description What it calls itself
             * @example anna’s laptop
             */
            device_name: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            approved_at: string;
            /** Format: date-time */
            redeemed_at: string | null;
            /** Format: date-time */
            last_refreshed_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Whether the calling token is of this device */
            current: boolean;
            /** @description Null where the app is gone */
            registered_by: {
                /** @enum {string} */
                kind: "user" | "org" | "installation";
                /** @description The name of the org; of a person the masked address, null unless it is verified */
                name: string | null;
            } | null;
        };
        DevicePage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["Device"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
export type operations = Record<string, never>;
