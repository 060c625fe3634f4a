/** Whether two addresses name one audience: slashes at the end do not matter. Source: contract part 5 "Between services". */
export function isSameAudience(one: string, other: string): boolean {
  return withoutSlashes(one) === withoutSlashes(other);
}

function withoutSlashes(address: string): string {
  return address.replace(/\/+$/, '');
}
