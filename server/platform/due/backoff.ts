/** Seconds until the attempt after the n-th: the first wait, doubled after each further one, up to the longest. */
export const doubledSeconds = (
  attempts: number,
  { firstSeconds, mostSeconds }: { readonly firstSeconds: number; readonly mostSeconds: number },
): number => Math.min(mostSeconds, firstSeconds * 2 ** (attempts - 1))
