import { callerAddress, networkOf, unknownAddress } from '@latchkey/request-parser';
import type { Request, Response } from 'express';
import type { NotedField } from './log-fields.ts';

/** What an access or a handler adds to a request's log line. */
export type Notes = Partial<Record<NotedField, string>>;

/** What a handler may know of the request beside its input. */
export interface RequestInfo {
  /** Made here, and answered as X-Request-Id. Source: contract part 0 "Every service". */
  readonly id: string;
  /** The X-Request-Id that the caller has sent, if it is plain text. It proves nothing. */
  readonly callerRequestId: string | undefined;
  readonly method: string;
  readonly path: string;
  /** The caller's network address: the socket's, or what the trusted proxies say; "unknown" where they name nobody. */
  readonly ip: string;
  /** The network of that address, for limits: an IPv4 /24 or an IPv6 /64; "unknown" is in none. */
  readonly network: string;
  /** W3C trace context to send with calls to other services. */
  readonly traceparent: string;
  /** Milliseconds since the process read the request's headers, by its monotonic clock. */
  ageMs(): number;
  /** True once the time that a sibling has said is left is over, or the caller has gone. No commit begins then. */
  isLate(): boolean;
  /** Whether the caller's connection is closed or reset. A caller that has only ended its side still reads. */
  isGone(): Promise<boolean>;
  /** The first value of a header; the name in any case. */
  header(name: string): string | undefined;
  /** The query as it was sent, without its mark. */
  readonly search: string;
  /** The first value of a name in the query, also where no route has read it. */
  query(name: string): string | undefined;
  /** From here on the address and the user agent are those of the person for whom a service of ours calls. */
  actFor(person: { readonly ip: string; readonly userAgent: string }): void;
  /** Adds fields to this request's log line. Never a secret. */
  note(fields: Notes): void;
  /** Counts a service key that was refused, and writes one warning with the network it came from. */
  reportRefusedKey(detail: string): void;
}

/** What a request is named by, and what is done with what its handlers say of it. */
type RequestReports = Pick<RequestInfo, 'id' | 'note' | 'ageMs' | 'isGone' | 'traceparent'> & {
  refusedKey(request: RequestInfo, detail: string): void;
  /** A trusted proxy has named nobody. */
  unknownCaller(): void;
};

const plainId = /^[A-Za-z0-9._-]{1,64}$/;

/** Reads what a handler may know off an Express request. */
export function readRequestInfo(request: Request, reports: RequestReports): RequestInfo {
  const sentId = request.get('x-request-id');
  const ip = readAddress(request);
  const search = readSearch(request.url);
  if (ip === unknownAddress && request.socket.remoteAddress !== undefined) reports.unknownCaller();
  const msLeft = readMsLeft(request.get('latchkey-ms-left'));
  let sentBy: string | undefined;
  const info: { -readonly [Name in keyof RequestInfo]: RequestInfo[Name] } = {
    id: reports.id,
    callerRequestId: sentId !== undefined && plainId.test(sentId) ? sentId : undefined,
    method: request.method,
    path: request.path,
    ip,
    network: networkOf(ip),
    traceparent: reports.traceparent,
    ageMs: reports.ageMs,
    isLate: () => request.socket.destroyed || reports.ageMs() >= msLeft,
    isGone: reports.isGone,
    header(name) {
      const field = name.toLowerCase();
      const value = request.headersDistinct[field]?.[0];
      return field === 'user-agent' ? (sentBy ?? decodeText(value)) : value;
    },
    search,
    query: (name) => new URLSearchParams(search).get(name) ?? undefined,
    actFor(person) {
      info.ip = person.ip;
      info.network = networkOf(person.ip);
      sentBy = person.userAgent;
    },
    note: reports.note,
    reportRefusedKey: (detail) => reports.refusedKey(info, detail),
  };
  return info;
}

function readSearch(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Node reads headers as Latin-1; a text that is UTF-8 was meant as that. */
function decodeText(value: string | undefined): string | undefined {
  if (value === undefined || !/[^ -~]/.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}

/** What a caller says of its own patience. Whoever lies about it is only answered worse. */
function readMsLeft(sent: string | undefined): number {
  return sent !== undefined && /^\d{1,6}$/.test(sent) ? Number(sent) : Infinity;
}

/** The request's identity, as the first middleware left it. */
export function infoOf(response: Response): RequestInfo {
  return response.locals['info'] as RequestInfo;
}

function readAddress({ app, headers, socket }: Request): string {
  // Several of these headers are one list to Node.
  const forwarded = headers['x-forwarded-for'] as string | undefined;
  return callerAddress(
    forwarded,
    socket.remoteAddress,
    app.get('trust proxy fn') as (address: string) => boolean,
  );
}
