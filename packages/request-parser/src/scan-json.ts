import { ApiError } from '@latchkey/contracts/errors';
import { faults } from './faults.ts';

/** The two objects whose members are leaves of their own. Source: contract part 0 "Parsed request" 2. */
const flattened = new Set(['auth', 'deadDrop']);

/** Called for every leaf of a body, repeated ones included; its value is `text.slice(start, end)`. */
export type OnLeaf = (name: string, start: number, end: number) => void;

interface Frame {
  isObject: boolean;
  expectsKey: boolean;
  /** The key whose value is being read. */
  key: string;
  /** Where that value starts; -1 when it has ended or its own members are the leaves. */
  valueStart: number;
  /** The prefix of a member's name when members are leaves: '' at the top, 'auth.', 'deadDrop.'. */
  prefix: string | undefined;
}

/**
 * Walks JSON text before JSON.parse sees it, without recursion and in linear time: finds what JSON.parse would hide
 * (repeated keys) or what must not reach it (depth, keys that touch prototypes). JSON.parse checks the grammar: on
 * text that is not JSON the walk still ends, and its calls of `onLeaf` mean nothing.
 * The outermost object or array is depth 1. Throws too_deep, and malformed_body for a reserved key.
 */
export function scanJson(text: string, maxDepth: number, onLeaf: OnLeaf): void {
  const frames: Frame[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const top = frames.at(-1);
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (top?.expectsKey) takeKey(top, frames.at(-2), decodeKey(text.slice(at, end + 1)));
        at = end;
        break;
      }
      case '{':
      case '[':
        if (frames.length === maxDepth)
          throw new ApiError({
            ...faults.tooDeep,
            message: `The request is nested more than ${maxDepth} levels deep`,
          });
        frames.push(openFrame(text[at] === '{', top));
        break;
      case ':':
        if (top !== undefined) top.valueStart = at + 1;
        break;
      case ',':
      case '}':
      case ']':
        if (top === undefined) break;
        endMember(top, at, onLeaf);
        if (text[at] === ',') top.expectsKey = top.isObject;
        else frames.pop();
        break;
    }
  }
}

function openFrame(isObject: boolean, parent: Frame | undefined): Frame {
  const frame: Frame = { isObject, expectsKey: isObject, key: '', valueStart: -1, prefix: undefined };
  if (parent === undefined) frame.prefix = '';
  else if (isObject && parent.prefix === '' && flattened.has(parent.key)) {
    frame.prefix = `${parent.key}.`;
    parent.valueStart = -1;
  }
  return frame;
}

function takeKey(frame: Frame, parent: Frame | undefined, key: string): void {
  const isPrototypeOfConstructor = key === 'prototype' && parent?.key === 'constructor';
  if (key === '__proto__' || isPrototypeOfConstructor) throw new ApiError(faults.reservedKey);
  frame.key = key;
  frame.expectsKey = false;
}

function endMember(frame: Frame, end: number, onLeaf: OnLeaf): void {
  if (frame.prefix !== undefined && frame.valueStart !== -1) {
    onLeaf(frame.prefix + frame.key, frame.valueStart, end);
  }
  frame.valueStart = -1;
}

function decodeKey(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw new ApiError(faults.invalidJson);
  }
}

/** The index of the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}
