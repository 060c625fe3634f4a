// Written by scripts/generate.ts from docs/openapi; do not edit.

export interface paths {
    "/v1/drop/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reserve an id for a payload that comes later */
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
                        /** @description Id to use, 1 to 128 of A-Z a-z 0-9 . _ ~ : -; the service makes one if none is given. */
                        id?: string;
                        /** @description Seconds to live, 1 to 2592000; 7 days if no ttl and no date is given. */
                        ttl?: number;
                        /** @description RFC 3339 with offset, or seconds since the epoch; of ttl, expires and expires_at the earliest wins. */
                        expires?: string | number;
                        /** @description As expires. */
                        expires_at?: string | number;
                        /** @description Whether anyone with the key may consume it. */
                        anonymous?: boolean;
                        /** @description Must be 1 to 64 of a-z 0-9 _ . -. */
                        kind?: string;
                        /** @description At most 4 KB of JSON, 8 deep. Its label is for the owner: nobody else is answered it. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Whether the owner, a person, gets a mail when it is filled in, taken, or first closed by wrong keys. */
                        notify?: boolean;
                        /** @description Whether whoever has the answered key may fill it in, at DROP_URL/fill/{id}#key or /v1/fill. */
                        fillable?: boolean;
                        /** @description For what, as strangers are shown it: 100 characters. */
                        asks?: string;
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
                            data: components["schemas"]["DepositedDrop"];
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
    "/v1/drop/store": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store a payload until it is consumed */
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
                        /** @description Id to use, 1 to 128 of A-Z a-z 0-9 . _ ~ : -; the service makes one if none is given. */
                        id?: string;
                        /** @description The key that opens the drop, 1 to 1,024 bytes. */
                        key?: string;
                        /**
                         * @description The payload, at most 1 MiB decoded.
                         * @example the quick brown fox
                         */
                        payload?: unknown;
                        /** @description The payload, if payload is not given; otherwise a second JSON value, stored beside it. */
                        data?: unknown;
                        /**
                         * @description One of json, text, html, base64; by default text for a string and json for any other value.
                         * @enum {unknown}
                         */
                        payload_format?: "json" | "text" | "html" | "base64";
                        /** @description Must be a media type such as text/plain; charset=utf-8. */
                        content_type?: string;
                        /** @description Seconds to live, 1 to 2592000; 7 days if no ttl and no date is given. */
                        ttl?: number;
                        /** @description RFC 3339 with offset, or seconds since the epoch; of ttl, expires and expires_at the earliest wins. */
                        expires?: string | number;
                        /** @description As expires. */
                        expires_at?: string | number;
                        /** @description Whether anyone with the key may consume it. */
                        anonymous?: boolean;
                        /** @description Must be 1 to 64 of a-z 0-9 _ . -. */
                        kind?: string;
                        /** @description At most 4 KB of JSON, 8 deep. Its label is for the owner: nobody else is answered it. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Whether the owner, a person, gets a mail when it is filled in, taken, or first closed by wrong keys. */
                        notify?: boolean;
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
                            data: components["schemas"]["DepositedDrop"];
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
    "/v1/drop/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a payload into a reserved drop */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
                        id: string;
                        /** @description The key that opens the drop, 1 to 1,024 bytes. */
                        key?: string;
                        /**
                         * @description The payload, at most 1 MiB decoded.
                         * @example the quick brown fox
                         */
                        payload?: unknown;
                        /** @description The payload, if payload is not given; otherwise a second JSON value, stored beside it. */
                        data?: unknown;
                        /**
                         * @description One of json, text, html, base64; by default text for a string and json for any other value.
                         * @enum {unknown}
                         */
                        payload_format?: "json" | "text" | "html" | "base64";
                        /** @description Must be a media type such as text/plain; charset=utf-8. */
                        content_type?: string;
                        /** @description Seconds to live, 1 to 2592000; 7 days if no ttl and no date is given. */
                        ttl?: number;
                        /** @description RFC 3339 with offset, or seconds since the epoch; of ttl, expires and expires_at the earliest wins. */
                        expires?: string | number;
                        /** @description As expires. */
                        expires_at?: string | number;
                        /** @description Whether anyone with the key may consume it. */
                        anonymous?: boolean;
                        /** @description Must be 1 to 64 of a-z 0-9 _ . -. */
                        kind?: string;
                        /** @description At most 4 KB of JSON, 8 deep. Its label is for the owner: nobody else is answered it. */
                        metadata?: {
                            [key: string]: unknown;
                        };
                        /** @description Whether the owner, a person, gets a mail when it is filled in, taken, or first closed by wrong keys. */
                        notify?: boolean;
                        /** @description Accepted and ignored. */
                        status?: unknown;
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
                            data: components["schemas"]["DepositedDrop"];
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
    "/v1/drop/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read your own drop without consuming it */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
                        id: string;
                        /** @description The key that opens the drop, 1 to 1,024 bytes. */
                        key: string;
                        /**
                         * @description The format of the answered payload; json by default.
                         * @enum {string}
                         */
                        payload_format?: "json" | "text" | "html" | "base64";
                        /** @description Accepted and ignored. */
                        payload?: unknown;
                        /** @description Accepted and ignored. */
                        status?: unknown;
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
                            data: components["schemas"]["TakenDrop"];
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
    "/v1/drop/consume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Consume your own drop: its payload is answered once */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
                        id: string;
                        /** @description The key that opens the drop, 1 to 1,024 bytes. */
                        key: string;
                        /**
                         * @description The format of the answered payload; json by default.
                         * @enum {string}
                         */
                        payload_format?: "json" | "text" | "html" | "base64";
                        /** @description Accepted and ignored. */
                        payload?: unknown;
                        /** @description Accepted and ignored. */
                        status?: unknown;
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
                            data: components["schemas"]["TakenDrop"];
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
    "/v1/drop/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show what became of your own drop */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
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
                            data: components["schemas"]["DropStatus"];
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
    "/v1/drop/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shred your own drop at once, before it is consumed */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
                        id: string;
                        /** @description Accepted and ignored: the drop is revoked at once, not at this date. */
                        expires?: string | number;
                        /** @description Accepted and ignored: the drop is revoked at once, not at this date. */
                        expires_at?: string | number;
                        /** @description Accepted and ignored. */
                        status?: unknown;
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
                            data: components["schemas"]["DropStatus"];
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
    "/v1/drop/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete your own drop in any state, and free its id */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
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
                                /** @example Z3pY4kQm1vT8sLw0bXc7dA */
                                id: string;
                                deleted: boolean;
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
    "/v1/drop/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List your own drops, newest first */
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
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /**
                         * @description Only drops in this state.
                         * @enum {string}
                         */
                        status?: "reserved" | "active" | "consumed" | "revoked" | "expired";
                        /** @description Only drops of this kind. Must be 1 to 64 of a-z 0-9 _ . -. */
                        kind?: string;
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
                            data: components["schemas"]["DropStatusPage"];
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
    "/v1/consume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Consume an anonymous drop, or your own: its payload is answered once */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
                        id: string;
                        /** @description The key that opens the drop, 1 to 1,024 bytes. */
                        key: string;
                        /**
                         * @description The format of the answered payload; json by default.
                         * @enum {string}
                         */
                        payload_format?: "json" | "text" | "html" | "base64";
                        /** @description Accepted and ignored. */
                        payload?: unknown;
                        /** @description Accepted and ignored. */
                        status?: unknown;
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
                            data: components["schemas"]["TakenDrop"];
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
    "/v1/fill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fill in a secret that somebody asks for, once, with the key of their link */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
                        id: string;
                        /** @description The key that opens the drop, 1 to 1,024 bytes. */
                        key: string;
                        /**
                         * @description The payload, at most 1 MiB decoded.
                         * @example the quick brown fox
                         */
                        payload?: unknown;
                        /** @description The payload, if payload is not given; otherwise a second JSON value, stored beside it. */
                        data?: unknown;
                        /**
                         * @description One of json, text, html, base64; by default text for a string and json for any other value.
                         * @enum {unknown}
                         */
                        payload_format?: "json" | "text" | "html" | "base64";
                        /** @description Must be a media type such as text/plain; charset=utf-8. */
                        content_type?: string;
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
                            data: components["schemas"]["FilledDrop"];
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
    "/v1/admin/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a drop of any owner with its key, without consuming it */
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
                         * @description Id of the drop.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
                        id: string;
                        /** @description The key that opens the drop, 1 to 1,024 bytes. */
                        key: string;
                        /**
                         * @description The format of the answered payload; json by default.
                         * @enum {string}
                         */
                        payload_format?: "json" | "text" | "html" | "base64";
                        /** @description Accepted and ignored. */
                        payload?: unknown;
                        /** @description Accepted and ignored. */
                        status?: unknown;
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
                            data: components["schemas"]["TakenDrop"];
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
    "/v1/admin/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** List the drops of every owner, or of one, newest first */
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
                        limit?: components["schemas"]["PageLimit"];
                        page_number?: components["schemas"]["PageNumber"];
                        offset?: components["schemas"]["PageOffset"];
                        cursor?: components["schemas"]["PageCursor"];
                        /**
                         * @description Only drops in this state.
                         * @enum {string}
                         */
                        status?: "reserved" | "active" | "consumed" | "revoked" | "expired";
                        /** @description Only drops of this kind. Must be 1 to 64 of a-z 0-9 _ . -. */
                        kind?: string;
                        /** @description Only drops of this principal: a user id, a client_id, or <org id>:<user id>. */
                        owner?: string;
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
                            data: components["schemas"]["OwnedDropStatusPage"];
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
    "/v1/admin/cleanup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Delete expired drops, and ended drops past their retention, at once */
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
                         * @description Clean up this drop only.
                         * @example Z3pY4kQm1vT8sLw0bXc7dA
                         */
                        id?: string;
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
                                deleted_count: number;
                                scanned_count: number;
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
        DepositedDrop: {
            /** @example Z3pY4kQm1vT8sLw0bXc7dA */
            id: string;
            /** @enum {string} */
            status: "reserved" | "active" | "consumed" | "revoked" | "expired";
            anonymous: boolean;
            kind: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The format it was stored in. */
            payload_format: string | null;
            content_type: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            activated_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Seconds left; 0 for a drop that has ended. */
            expires_in: number;
            /** @description Whether whoever has the key may fill it in, or has done so. */
            fillable: boolean;
            /** @description For what it was asked. */
            asks: string | null;
            notify: boolean;
            /** @description The key, shown this once; absent when the caller gave one. */
            key?: string;
        };
        TakenDrop: {
            /** @example Z3pY4kQm1vT8sLw0bXc7dA */
            id: string;
            /** @enum {string} */
            status: "reserved" | "active" | "consumed" | "revoked" | "expired";
            anonymous: boolean;
            kind: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The format it was stored in. */
            payload_format: string | null;
            content_type: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            activated_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Seconds left; 0 for a drop that has ended. */
            expires_in: number;
            /** @description The payload in the wanted format. */
            payload?: unknown;
            /** @description The data, if some was stored. */
            data?: unknown;
        };
        DropStatus: {
            /** @example Z3pY4kQm1vT8sLw0bXc7dA */
            id: string;
            /** @enum {string} */
            status: "reserved" | "active" | "consumed" | "revoked" | "expired";
            anonymous: boolean;
            kind: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The format it was stored in. */
            payload_format: string | null;
            content_type: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            activated_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Seconds left; 0 for a drop that has ended. */
            expires_in: number;
            /** @description Whether whoever has the key may fill it in, or has done so. */
            fillable: boolean;
            /** @description For what it was asked. */
            asks: string | null;
            notify: boolean;
            /** @description Bytes of the payload. */
            size: number | null;
            /** Format: date-time */
            consumed_at: string | null;
            /** @description Principal id, or anonymous. */
            consumed_by: string | null;
            /** @description X-Request-Id of the answer that consumed it. */
            consume_request_id: string | null;
            /** @description The X-Request-Id which that request came with. */
            caller_request_id: string | null;
            /** Format: date-time */
            revoked_at: string | null;
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
        DropStatusPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["DropStatus"][];
            limit: components["schemas"]["PageSize"];
            total_count: components["schemas"]["TotalCount"];
            next_offset: components["schemas"]["NextOffset"];
            page_number: components["schemas"]["EffectivePage"];
            page_total: components["schemas"]["PageTotal"];
            next_cursor: components["schemas"]["NextCursor"] | null;
        };
        FilledDrop: {
            /**
             * @description Id of the drop.
             * @example Z3pY4kQm1vT8sLw0bXc7dA
             */
            id: string;
            filled: boolean;
        };
        OwnedDropStatus: {
            /** @example Z3pY4kQm1vT8sLw0bXc7dA */
            id: string;
            /** @enum {string} */
            status: "reserved" | "active" | "consumed" | "revoked" | "expired";
            anonymous: boolean;
            kind: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /** @description The format it was stored in. */
            payload_format: string | null;
            content_type: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            activated_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Seconds left; 0 for a drop that has ended. */
            expires_in: number;
            /** @description Whether whoever has the key may fill it in, or has done so. */
            fillable: boolean;
            /** @description For what it was asked. */
            asks: string | null;
            notify: boolean;
            /** @description Bytes of the payload. */
            size: number | null;
            /** Format: date-time */
            consumed_at: string | null;
            /** @description Principal id, or anonymous. */
            consumed_by: string | null;
            /** @description X-Request-Id of the answer that consumed it. */
            consume_request_id: string | null;
            /** @description The X-Request-Id which that request came with. */
            caller_request_id: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /** @description The principal that owns it. */
            owner: string;
        };
        OwnedDropStatusPage: {
            /** @description Records of this page, newest first. */
            items: components["schemas"]["OwnedDropStatus"][];
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
export type operations = Record<string, never>;
