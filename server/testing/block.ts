/** Keeps the main thread busy, as a request that computes would: no timer and no message gets through. */
export function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
